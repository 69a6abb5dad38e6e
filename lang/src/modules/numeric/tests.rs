//! Values of CPython 3.14, drawn at random and at the edges.

use dashu_int::{IBig, UBig};

use super::special::MathError;
use super::sums::{CompensatedSum, ExactSum, ProductSum, SumError, norm};
use super::{gamma, integers, special};

/// Are two floats the same but for what C libraries differ in?
fn near(x: f64, y: f64) -> bool {
    x == y || x.to_bits().abs_diff(y.to_bits()) <= 4
}

type Unary = fn(f64) -> Result<f64, MathError>;

#[test]
fn functions_of_one_float() {
    let table: &[(Unary, &[(f64, f64)])] = &[
        (
            special::sqrt,
            &[
                (323832.76483316236, 569.0630587493466),
                (150849.17392450193, 388.3930662672828),
                (650934.4730398537, 806.8051022643906),
            ],
        ),
        (
            special::log,
            &[
                (72436.28666754276, 11.190462649882017),
                (535882.0043066893, 13.191669274599441),
                (365688.91691258556, 12.809538297177225),
            ],
        ),
        (
            special::log2,
            &[
                (57998.92477470681, 15.823738534331435),
                (507435.73318942025, 18.95286559076417),
                (37495.65844198488, 15.19443593764259),
            ],
        ),
        (
            special::log10,
            &[
                (433645.68366238585, 5.6371350279523575),
                (69855.42357461894, 4.844200130379894),
                (90713.01334386505, 4.9576695937638675),
            ],
        ),
        (
            special::log1p,
            &[
                (3.6697110805676534, 1.5410972026508227),
                (8.09537337139242, 2.207765863507055),
                (0.3618215726461016, 0.3088231952146469),
                (5e-324, 5e-324),
            ],
        ),
        (
            special::exp,
            &[
                (-387.46544955017964, 5.319775833012953e-169),
                (178.40651136782503, 3.0266585047819645e+77),
                (626.7925194398078, 1.6312949470027348e+272),
                (f64::INFINITY, f64::INFINITY),
                (f64::NEG_INFINITY, 0.0),
            ],
        ),
        (
            special::exp2,
            &[
                (154.20589723499734, 2.6339078461382533e+46),
                (-206.63905069843963, 6.243778159395497e-63),
                (952.51021118584, 5.4218156044375276e+286),
            ],
        ),
        (
            special::expm1,
            &[
                (-1.8136692775289749, -0.8369452553034991),
                (1.433873836194718, 3.1949181826738),
                (-0.841562854673295, -0.5689636504248696),
            ],
        ),
        (
            special::sin,
            &[
                (-711.4898332851249, -0.9967291569074423),
                (-764.4155238432633, 0.8460379104540043),
                (-383.03635179613127, 0.23571277260965207),
            ],
        ),
        (
            special::cos,
            &[
                (632.2527182400629, -0.7019996747655611),
                (-638.547240152125, -0.6938810659140514),
                (163.20032732493246, 0.9868274139454464),
            ],
        ),
        (
            special::tan,
            &[
                (277.826937852368, 4.833479242679644),
                (-255.20491454853754, -0.9056167166151289),
                (95.48893141911572, 2.922885016445629),
            ],
        ),
        (
            special::asin,
            &[
                (-0.8744220500533537, -1.0642432931086552),
                (-0.8807976600675347, -1.077544199446353),
                (-0.5880825743613469, -0.6286860900924823),
            ],
        ),
        (
            special::acos,
            &[
                (0.3607999463635718, 1.2016708559259073),
                (-0.14481538866119426, 1.7161227186344932),
                (-0.37170565924641696, 1.9516419738919013),
            ],
        ),
        (
            special::sinh,
            &[
                (1.7112372701527754, 2.6775821896006824),
                (-0.9363124725844933, -1.079243927547507),
                (-4.004660062726353, -27.41747205265948),
            ],
        ),
        (
            special::cosh,
            &[
                (5.887589630449824, 180.26899337582228),
                (3.9798886745914253, 26.764882236522652),
                (-5.118069785556942, 83.50933778270952),
            ],
        ),
        (
            special::acosh,
            &[
                (57.86794731560843, 4.751236160690058),
                (52.99445387733369, 4.6632454146504445),
                (87.63861206176946, 5.166336306907513),
            ],
        ),
        (
            special::atanh,
            &[
                (0.4588905788784352, 0.4959050164085276),
                (-0.42412447021962696, -0.45271047690059657),
                (0.9603496949851642, 1.9503897556929914),
            ],
        ),
        (
            gamma::gamma,
            &[
                (-2.048355543625947, -9.922410458272205),
                (5.45307054463068, 48.54185630340144),
                (13.928523239131234, 5170861607.361479),
                (1.0, 1.0),
                (23.0, 1.1240007277776077e+21),
                (24.0, 2.585201673888497e+22),
                (-150.5, -4.478447658150641e-264),
                (170.5, 5.56209241456e+305),
                (1e-300, 9.999999999999999e+299),
                (-250.5, -0.0),
                (171.5, 9.483367566824801e+307),
            ],
        ),
        (
            gamma::lgamma,
            &[
                (6.718298812655526, 6.057867580653166),
                (43.785941052338615, 120.7260110897672),
                (-5.687201724781858, -4.672417201299923),
                (1.0, 0.0),
                (2.0, 0.0),
                (1e+300, 6.897755278982137e+302),
                (-1e-30, 69.07755278982137),
                (-250.5, -1135.6627303669304),
            ],
        ),
        (
            |x| Ok(special::asinh(x)),
            &[
                (1.6821585653439524, 1.291739042443312),
                (2.645708662128131, 1.7000271282742374),
                (0.7302594027738394, 0.6772798352356135),
            ],
        ),
        (
            |x| Ok(special::erf(x)),
            &[
                (3.7547781183088826, 0.9999998904097299),
                (-1.8625248715190326, -0.9915616483785044),
                (1.9529536627365927, 0.9942532789571622),
            ],
        ),
        (
            |x| Ok(special::erfc(x)),
            &[
                (0.9436987710501841, 0.18201004850247784),
                (0.7989520428249222, 0.2585230777173543),
                (-0.43794668698586925, 1.4643142827635443),
            ],
        ),
        (
            |x| Ok(special::degrees(x)),
            &[
                (3.399677805125414, 194.78718993798537),
                (4.4468109510793745, 254.78349978940375),
                (-0.25901662580355556, -14.84055948226307),
            ],
        ),
        (
            |x| Ok(special::radians(x)),
            &[
                (1.6415220547467442, 0.028649964599433298),
                (-4.393305724027803, -0.07667764993099851),
                (2.014920213044239, 0.03516699188260757),
            ],
        ),
    ];
    for (row, (function, values)) in table.iter().enumerate() {
        for &(x, expected) in *values {
            let result = function(x).unwrap_or(f64::NAN);
            assert!(near(result, expected), "row {row} at {x}: {result}");
        }
    }
}

#[test]
fn domains_and_ranges() {
    let table: &[(Result<f64, MathError>, &str)] = &[
        (special::sqrt(-1.0), "expected a nonnegative input, got -1.0"),
        (special::log(0.0), "expected a positive input, got 0.0"),
        (special::log1p(-1.0), "expected argument value > -1, got -1.0"),
        (special::asin(2.0), "expected a number in range from -1 up to 1, got 2.0"),
        (special::acosh(0.5), "expected argument value not less than 1, got 0.5"),
        (special::atanh(1.0), "expected a number between -1 and 1, got 1.0"),
        (special::sin(f64::INFINITY), "expected a finite input, got inf"),
        (gamma::gamma(-2.0), "expected a noninteger or positive integer, got -2.0"),
        (gamma::gamma(172.0), "math range error"),
        (gamma::lgamma(0.0), "expected a noninteger or positive integer, got 0.0"),
        (gamma::lgamma(1e308), "math range error"),
        (special::exp(710.0), "math range error"),
        (special::pow(-1.0, 0.5), "math domain error"),
        (special::pow(0.0, -1.0), "math domain error"),
        (special::pow(1e300, 2.0), "math range error"),
        (special::fmod(f64::INFINITY, 1.0), "math domain error"),
        (special::remainder(1.0, 0.0), "math domain error"),
        (special::ldexp(1.0, 2000), "math range error"),
        (special::fma(f64::INFINITY, 0.0, 1.0), "invalid operation in fma"),
        (special::fma(1e308, 10.0, 1.0), "overflow in fma"),
    ];
    for (result, words) in table {
        assert_eq!(result.map_err(|error| error.to_string()), Err(words.to_string()));
    }
}

#[test]
fn functions_of_two_floats() {
    type Row = (Result<f64, MathError>, f64);
    let table: &[Row] = &[
        (special::pow(64.71288545276688, 19.723837578665368), 5.244302101374581e+35),
        (special::pow(82.19247866097149, -8.616178716234032), 3.1729600795133235e-17),
        (special::pow(38.579144244671085, 6.746108635367527), 50316092398.75393),
        (special::pow(2.256292805558857, -1.5321885480093655), 0.28742962310267905),
        (special::fmod(16.804837890654454, -15.316168220730724), 1.4886696699237305),
        (special::fmod(5.895441933131041, 10.729319538900832), 5.895441933131041),
        (special::fmod(12.934022201868423, -10.09540665212343), 2.8386155497449934),
        (special::fmod(39.094970313322705, 14.856878965051976), 9.381212383218752),
        (special::remainder(8.058130120013862, -2.0325039620267624), -0.0718857280931875),
        (special::remainder(54.94399091440374, 15.335353057660498), -6.397421316238251),
        (special::remainder(81.92798378357413, 14.55937878794061), -5.4282889440695214),
        (special::remainder(27.842106451389714, -3.3881393115320577), 0.7369919591332525),
        (special::remainder(5.0, 2.0), 1.0),
        (special::remainder(7.0, 2.0), -1.0),
        (special::remainder(-3.0, 2.0), 1.0),
        (special::remainder(1.0, f64::INFINITY), 1.0),
        (special::pow(f64::INFINITY, -1.0), 0.0),
        (special::ldexp(0.75, -1074), 5e-324),
        (special::fma(0.1, 10.0, -1.0), 5.551115123125783e-17),
    ];
    for (row, (result, expected)) in table.iter().enumerate() {
        let result = result.unwrap_or(f64::NAN);
        let same_sign = result.is_sign_negative() == expected.is_sign_negative();
        assert!(near(result, *expected) && same_sign, "row {row}: {result}");
    }
}

fn exact_sum(values: &[f64]) -> Result<f64, SumError> {
    let mut sum = ExactSum::default();
    for &value in values {
        sum.add(value)?;
    }
    sum.finish()
}

#[test]
fn sums() {
    let lists: &[(&[f64], f64, f64, f64)] = &[
        (&[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 1.0, 1.0, 0.31622776601683794),
        (&[1e+16, 1.0, -1e+16], 1.0, 1.0, 1.414213562373095e+16),
        (&[1e+308, -1e+308, 1e-308], 1e-308, 1e-308, 1.4142135623730951e+308),
        (
            &[
                -28.245766933675043,
                9.154624079279825e-07,
                -8.340306106773358e-07,
                -0.0005360862663609285,
                -97587388.03124022,
                -0.06353142520376054,
            ],
            -97587416.34107459,
            -97587416.34107459,
            97587388.03124431,
        ),
        (
            &[
                -9.918127932298722e-05,
                69181924.60020722,
                1.326824474127839e+29,
                -7.49016975008046e+23,
                30982866.141556766,
            ],
            1.326816983958089e+29,
            1.326816983958089e+29,
            1.3268244741489808e+29,
        ),
        (&[5e-324, 5e-324, 1e-310], 1.0000000000001e-310, 1.0000000000001e-310, 1e-310),
        (&[3.0, 4.0], 7.0, 7.0, 5.0),
        (&[1e+200, 1e-200], 1e+200, 1e+200, 1e+200),
        (&[], 0.0, 0.0, 0.0),
    ];
    for &(list, exact, compensated, length) in lists {
        assert_eq!(exact_sum(list), Ok(exact), "{list:?}");
        let mut sum = CompensatedSum::new(0.0);
        list.iter().for_each(|&x| sum.add(x));
        assert_eq!(sum.value(), compensated, "{list:?}");
        assert_eq!(norm(list), length, "{list:?}");
    }
    let infinity = f64::INFINITY;
    assert_eq!(exact_sum(&[infinity, 1.0]), Ok(infinity));
    assert_eq!(exact_sum(&[infinity, -infinity]), Err(SumError::Infinities));
    assert_eq!(exact_sum(&[1e308, 1e308]), Err(SumError::Overflow));
    assert!(exact_sum(&[infinity, f64::NAN]).is_ok_and(f64::is_nan));
    assert_eq!(norm(&[f64::NAN, infinity]), infinity);
    assert!(norm(&[f64::NAN, 1.0]).is_nan());
}

#[test]
fn sums_of_products() {
    let rows: &[(&[f64], &[f64], f64)] = &[
        (
            &[0.0030993292743265745, -8.67125555942505, -2.152421862174627],
            &[-2.1175996804927166, 0.002685791313714181, -0.06187809248663843],
            0.10333543751634881,
        ),
        (
            &[-1.18746263350499e-06, -3.198926955353132e-08, -7.952408045495558e-05, 73.23737593687119],
            &[2.2747452595086213e-07, 7486.647547476393, -0.7028990293382171, 910.9360478429427],
            66714.56560672629,
        ),
        (
            &[
                -5.169707353648212e-11,
                69.78738529692299,
                -3.920979076870301e-05,
                -8.282306768876689e-10,
                49934784088.486176,
            ],
            &[
                -4704862165.656398,
                -6.77122778947137e-13,
                -5895.699865969186,
                -2764950819.8197894,
                8.634485176422868e-14,
            ],
            2.768725464079877,
        ),
    ];
    for &(a, b, expected) in rows {
        let mut sum = ProductSum::default();
        assert!(a.iter().zip(b).all(|(&x, &y)| sum.add(x, y)));
        assert_eq!(sum.value(), expected);
    }
    assert!(!ProductSum::default().add(1e308, 10.0));
}

#[test]
fn integers() {
    let big = |text: &str| text.parse::<UBig>().unwrap_or_default();
    let int = |text: &str| text.parse::<IBig>().unwrap_or_default();
    const BITS: usize = 1 << 20;
    const NEVER: integers::Stop<'static> = &|| false;
    assert_eq!(integers::gcd(12, 18), 6);
    assert_eq!(integers::gcd(0, 5), 5);
    assert_eq!(integers::gcd(-48, 36), 12);
    assert_eq!(integers::gcd(i64::MIN, 6), 2);
    assert_eq!(integers::gcd(17, 13), 1);
    assert_eq!(integers::gcd(0, 0), 0);
    assert_eq!(
        integers::big_gcd(&int("-13367494538843734067838845976576"), &int("1000000000000000000000000000000")),
        big("1073741824")
    );
    assert_eq!(integers::big_lcm(&int("-60466176"), &int("1000000000000")), big("59049000000000000"));
    assert_eq!(integers::big_lcm(&int("0"), &int("5")), UBig::ZERO);
    assert_eq!(integers::isqrt(u64::MAX), 4294967295);
    assert_eq!(integers::big_isqrt(&big("100000000000000000000000000000000000000000")), big("316227766016837933199"));
    assert_eq!(integers::factorial(0, BITS, NEVER), Ok(big("1")));
    assert_eq!(integers::factorial(1, BITS, NEVER), Ok(big("1")));
    assert_eq!(integers::factorial(5, BITS, NEVER), Ok(big("120")));
    assert_eq!(integers::factorial(30, BITS, NEVER), Ok(big("265252859812191058636308480000000")));
    assert_eq!(integers::perm(&big("10"), 3, BITS, NEVER), Ok(big("720")));
    assert_eq!(integers::perm(&big("10"), 11, BITS, NEVER), Ok(big("0")));
    assert_eq!(integers::perm(&big("10"), 0, BITS, NEVER), Ok(big("1")));
    assert_eq!(
        integers::perm(&big("100000000000000000000"), 12, BITS, NEVER),
        Ok(big(
            "999999999999999999340000000000000000192499999999999999967330000000000000003574229999999999999736244200000000000013339534999999999999540042700000000000010525807599999999999849082024000000000001205438399999999999996008320000000000000000000000"
        ))
    );
    assert_eq!(integers::comb(&big("10"), 3, BITS, NEVER), Ok(big("120")));
    assert_eq!(integers::comb(&big("10"), 9, BITS, NEVER), Ok(big("10")));
    assert_eq!(integers::comb(&big("3"), 5, BITS, NEVER), Ok(big("0")));
    assert_eq!(integers::comb(&big("100"), 50, BITS, NEVER), Ok(big("100891344545564193334812497256")));
    assert_eq!(
        integers::comb(&big("100000000000000000000"), 4, BITS, NEVER),
        Ok(big("4166666666666666666416666666666666666671249999999999999999975000000000000000000"))
    );
    assert_eq!(integers::factorial(1 << 40, BITS, NEVER), Err(integers::Stopped::TooLarge));
    assert_eq!(integers::perm(&(UBig::ONE << 100), u64::MAX, BITS, NEVER), Err(integers::Stopped::TooLarge));
    assert!(integers::log_int(&big("3")).is_ok_and(|x| near(x, 1.0986122886681098)));
    assert!(integers::log2_int(&big("3")).is_ok_and(|x| near(x, 1.584962500721156)));
    assert!(integers::log10_int(&big("3")).is_ok_and(|x| near(x, 0.47712125471966244)));
    assert!(integers::log_int(&big("1000000000000000000000000000000")).is_ok_and(|x| near(x, 69.07755278982137)));
    assert!(integers::log2_int(&big("1000000000000000000000000000000")).is_ok_and(|x| near(x, 99.65784284662087)));
    assert!(integers::log10_int(&big("1000000000000000000000000000000")).is_ok_and(|x| near(x, 30.0)));
    assert!(integers::log_int(&big("7").pow(500)).is_ok_and(|x| near(x, 972.9550745276566)));
    assert!(integers::log2_int(&big("7").pow(500)).is_ok_and(|x| near(x, 1403.677461028802)));
    assert!(integers::log10_int(&big("7").pow(500)).is_ok_and(|x| near(x, 422.54902000712843)));
    assert!(integers::log_int(&UBig::ZERO).is_err());
}
