//! Runs a script in an engine of its own and checks that nothing is left of it.

use std::sync::Arc;
use tally::{CodeKind, Engine, Outcome, compile};

const SCRIPT: &str = "
import sys

class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def deposit(self, amount):
        self.balance += amount

    def __del__(self):
        print('closing the account of', self.owner)

account = Account(sys.argv[1])
for amount in (10, 20, 12):
    account.deposit(amount)
print(account.owner, 'has', account.balance)
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let filename: Arc<str> = Arc::from("script.py");
    let compiled = compile(SCRIPT, &filename, CodeKind::Module).map_err(|e| e.render())?;
    let engine = Engine::new(&["script.py".into(), "Ada".into()], ".")?;
    let outcome = engine.run_program(&compiled.report(), None);
    assert_eq!(outcome, Outcome::Exit(0));
    assert_eq!(engine.finish().objects, 0);
    Ok(())
}
