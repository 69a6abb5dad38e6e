//! Tests of the heap as a whole.

use super::*;

#[test]
fn objects_come_and_go() {
    let heap = Heap::new().unwrap();
    let mut objects = Vec::new();
    for i in 0..5000usize {
        let object = heap.alloc_object(16 + i).unwrap();
        // SAFETY: the block is ours and at least 16 bytes.
        unsafe { object.cast::<[u32; 2]>().write([1, i as u32 + 1]) };
        objects.push(object);
    }
    assert_eq!(heap.live_objects(), 5000);
    let mut seen = 0;
    heap.for_each_object(&mut |_| seen += 1);
    assert_eq!(seen, 5000);
    for object in objects {
        // SAFETY: each is live and freed once.
        unsafe { heap.free_object(object) };
    }
    assert_eq!(heap.live_objects(), 0);
    heap.trim();
    assert_eq!(heap.charged(), 0);
}
