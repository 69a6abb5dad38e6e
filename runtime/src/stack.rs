//! Bounds of the native stack.

/// The lowest address that calls may reach on this thread: its stack's end plus what is kept for the host, the smaller of
/// 128 KiB and a quarter of the stack. 0 (no limit) if the system does not tell.
pub fn limit_of_this_thread() -> usize {
    // SAFETY: the attribute object is initialised by `pthread_getattr_np` before it is read, and destroyed once.
    unsafe {
        let mut attr = std::mem::MaybeUninit::<libc::pthread_attr_t>::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), attr.as_mut_ptr()) != 0 {
            return 0;
        }
        let (mut addr, mut size) = (std::ptr::null_mut(), 0usize);
        let ok = libc::pthread_attr_getstack(attr.as_ptr(), &raw mut addr, &raw mut size) == 0;
        libc::pthread_attr_destroy(attr.as_mut_ptr());
        if ok { addr.addr() + (size / 4).min(128 << 10) } else { 0 }
    }
}
