use super::*;

/// A small linear congruential generator, the same in the recording script.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Input number `kind` of `n` items: (key, original place).
fn input(kind: u64, n: usize) -> Vec<(i64, usize)> {
    let mut random = Numbers(kind * 1000 + n as u64);
    let mut key = |i: usize| -> i64 {
        let i = i as i64;
        match kind {
            0 => random.below(1 << 30) as i64,
            1 => random.below(8) as i64,
            2 => i,
            3 => -i,
            4 => -i / 3,
            5 => i + 40 * i64::from(random.below(10) == 0),
            6 => (i / 37) % 2 * (i % 37) + (1 - (i / 37) % 2) * (500 - i % 37),
            7 => i % 10,
            8 => 7,
            _ => {
                if i < n as i64 / 2 {
                    i * 2
                } else {
                    (i - n as i64 / 2) * 2 + 1
                }
            }
        }
    };
    (0..n).map(|i| (key(i), i)).collect()
}

fn mix(hash: u64, x: usize) -> u64 {
    (hash ^ x as u64).wrapping_mul(0x100000001b3)
}

/// Sorts, and gives the number of comparisons and a hash of which items were compared in which order.
fn watched(items: &mut [(i64, usize)]) -> (u64, u64) {
    let (mut count, mut hash) = (0, 0xcbf29ce484222325);
    let sorted = sort(items, |a, b| {
        count += 1;
        hash = mix(mix(hash, a.1), b.1);
        Ok(a.0 < b.0)
    });
    assert_eq!(sorted, Ok(()));
    (count, hash)
}

#[test]
fn comparisons_are_cpythons_in_number_and_order() {
    let mut lines = include_str!("comparisons.txt").lines();
    for kind in 0..10 {
        for n in [2, 3, 10, 63, 64, 65, 200, 1000, 4099] {
            let mut items = input(kind, n);
            let mut expected = items.clone();
            expected.sort();
            let (count, hash) = watched(&mut items);
            assert_eq!(items, expected, "kind {kind}, {n} items");
            assert_eq!(Some(format!("{kind} {n} {count} {hash}").as_str()), lines.next());
        }
    }
}

#[test]
fn whatever_a_comparison_answers_the_result_is_a_permutation() {
    for seed in 0..400 {
        let mut random = Numbers(seed);
        let n = random.below(400) as usize;
        let fails_after = if seed % 2 == 0 { u64::MAX } else { random.below(2000) };
        let mut items = input(seed % 10, n);
        let mut steps = 0;
        let result = sort(&mut items, |_, _| {
            steps += 1;
            if steps > fails_after { Err(Raised) } else { Ok(random.below(3) == 0) }
        });
        assert!(result.is_ok() || steps > fails_after);
        let mut places: Vec<usize> = items.iter().map(|e| e.1).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..n));
    }
}
