//! Signals of the process.

/// Calls `handler` at SIGINT; interrupted system calls are restarted, except waits.
pub fn on_sigint(handler: extern "C" fn(libc::c_int)) {
    // SAFETY: the action is fully initialised; the handler only stores into an atomic.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as libc::sighandler_t;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(libc::SIGINT, &raw const action, std::ptr::null_mut());
    }
}

/// Keeps SIGINT from being handled on the calling thread, so that it interrupts what another thread waits for.
pub fn leave_sigint_to_others() {
    // SAFETY: the set is initialised before it is used.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
    }
}
