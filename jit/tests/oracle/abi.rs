//! More values than there are registers, in all registers at once, at everything that can happen to them: a call, a release, an exit.
//!
//! Everything around the code destroys what it may ([`thunks`](crate::thunks)), so a value that is not where the code believes it shows in the
//! result, in the operands of a call, or in the frame of an exit.

use crate::replay::{Failure, Machine, Way, target};
use hir::interp::{self, Ending, Options};
use hir::{Exit, refcount};
use jit::lower::ArgPassing;
use std::fmt::Write;

/// What happens between the making of the values and their use.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Call,
    Release,
    Exit,
}

/// A function with this many integers and floats alive across events.
fn function(ints: usize, floats: usize, events: &[Event]) -> String {
    let mut text = String::from("native @native0(CInt64, CDouble) -> CInt64 uncounted reads all writes all can run\n");
    text += "fun crowded observing {\n  bb 0 {\n";
    let mut next = 0;
    let mut line = |text: &mut String, ty: &str, what: String| {
        writeln!(text, "    v{next}:{ty} = {what}").unwrap_or_else(|error| panic!("{error}"));
        next += 1;
        next - 1
    };
    let int = line(&mut text, "CInt64", "LoadArg<0>".into());
    let float = line(&mut text, "CDouble", "LoadArg<1>".into());
    let objects = [2, 3].map(|index| line(&mut text, "Object", format!("TakeArg<{index}>")));
    let mut all_ints = vec![int];
    let mut all_floats = vec![float];
    for _ in 0..ints {
        let last = all_ints[all_ints.len() - 1];
        all_ints.push(line(&mut text, "CInt64", format!("CIntBinary<add> v{last} v{}", all_ints[0])));
    }
    for _ in 0..floats {
        let last = all_floats[all_floats.len() - 1];
        all_floats.push(line(&mut text, "CDouble", format!("DoubleBinary<add> v{last} v{}", all_floats[0])));
    }
    let mut released = 0;
    for event in events {
        match event {
            Event::Call => {
                let (int, float) = (all_ints[all_ints.len() / 2], all_floats[all_floats.len() / 2]);
                let got = line(&mut text, "CInt64", format!("CallNative<@native0> v{int} v{float}"));
                all_ints.push(got);
            }
            Event::Release => {
                text += &format!("    EndLife v{}\n", objects[released]);
                released += 1;
            }
            Event::Exit => text += "    Poll exit fs0\n",
        }
    }
    let mut sum = all_ints[0];
    for &other in &all_ints[1..] {
        sum = line(&mut text, "CInt64", format!("CIntBinary<xor> v{sum} v{other}"));
        sum = line(&mut text, "CInt64", format!("CIntBinary<add> v{sum} v{sum}"));
    }
    let mut float_sum = all_floats[0];
    for &other in &all_floats[1..] {
        float_sum = line(&mut text, "CDouble", format!("DoubleBinary<add> v{float_sum} v{other}"));
    }
    line(&mut text, "CInt64", format!("CallNative<@native0> v{sum} v{float_sum}"));
    for object in &objects[released..] {
        text += &format!("    EndLife v{object}\n");
    }
    let names = |values: &[usize]| values.iter().map(|value| format!("v{value}")).collect::<Vec<_>>().join(" ");
    let frame: Vec<usize> = all_ints[..=ints].iter().chain(&all_floats).copied().collect();
    text + &format!("    Return v{sum}\n  }}\n  fs0 = frame \"crowded\" 7 [{}]\n}}\n", names(&frame))
}

#[test]
fn crowded_registers_survive_calls_releases_and_exits() {
    use Event::{Call, Exit as Leave, Release};
    let mut machine = Machine::new();
    let (mut returns, mut exits, mut frees) = (0, 0, 0);
    for events in
        [&[Call][..], &[Release], &[Leave], &[Release, Leave, Release], &[Call, Release, Call, Leave, Release]]
    {
        for (ints, floats) in [(1, 1), (4, 15), (14, 4), (24, 24)] {
            let text = function(ints, floats, events);
            let mut func = hir::text::parse_one(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            refcount::insert(&mut func).unwrap_or_else(|error| panic!("{error}\n{text}"));
            for budget in [None, Some(3), Some(6), Some(12)] {
                for args in [ArgPassing::Registers, ArgPassing::Window] {
                    let way = Way { budget, args, out_of_memory: false };
                    for seed in 0..16 {
                        let recording = interp::record(&func, &Options::new(seed), &target(way))
                            .unwrap_or_else(|trap| panic!("{trap}\n{func}"));
                        match recording.ending {
                            Ending::Return(_) => returns += 1,
                            Ending::Exit { kind: Exit::Guard, .. } => exits += 1,
                            ref ending => panic!("{ending:?}"),
                        }
                        match machine.run(&func, &recording, way) {
                            Ok(done) => frees += done.frees,
                            Err(Failure::Unsupported) => panic!("unsupported:\n{func}"),
                            Err(Failure::Wrong(what)) => panic!("{func}\n{way:?}, adversary {seed}: {what}"),
                        }
                    }
                }
            }
        }
    }
    machine.audit();
    assert!(returns > 1000 && exits > 50 && frees > 500, "{returns} returns, {exits} exits, {frees} releases");
}
