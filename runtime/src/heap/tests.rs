//! Tests of the heap as a whole.

mod model;

use std::collections::HashSet;

use super::*;

/// An object of `size` bytes with its header set.
fn object(heap: &Heap, size: usize) -> NonNull<u8> {
    let object = heap.alloc_object(size).expect("an object");
    make(object, 7);
    object
}

/// Sets an object's header.
fn make(object: NonNull<u8>, shape: u32) {
    // SAFETY: blocks have at least 16 bytes.
    unsafe { object.cast::<[u32; 2]>().write([1, shape]) };
}

fn free_all(heap: &Heap, objects: Vec<NonNull<u8>>) {
    for object in objects {
        // SAFETY: each is live and freed once.
        unsafe { heap.free_object(object) };
    }
}

fn walk(heap: &Heap) -> HashSet<NonNull<u8>> {
    let mut seen = HashSet::new();
    heap.for_each_object(&mut |object| assert!(seen.insert(object), "visited twice"));
    seen
}

#[test]
fn walks_see_every_object_made_and_no_other() {
    let heap = Heap::new().unwrap();
    let mut objects: Vec<_> = (0..3000).map(|i| object(&heap, 16 + i * 5)).collect();
    objects.push(object(&heap, 3 << 20));
    let unmade = heap.alloc_object(32).unwrap();
    heap.alloc_raw(32).unwrap();
    assert_eq!(walk(&heap), objects.iter().copied().collect());
    assert_eq!(heap.live_objects(), objects.len() + 1);
    free_all(&heap, vec![unmade]);
    free_all(&heap, objects);
    assert_eq!(walk(&heap).len(), 0);
    assert_eq!(heap.live_objects(), 0);
}

#[test]
fn a_new_block_is_aligned_large_enough_and_has_no_shape() {
    let heap = Heap::new().unwrap();
    for round in 0..2 {
        let mut objects = Vec::new();
        for size in (0..20_000).step_by(7).chain([CHUNK_SIZE - 1, CHUNK_SIZE, CHUNK_SIZE * 3 + 1]) {
            let block = heap.alloc_object(size).unwrap();
            assert_eq!(block.addr().get() % GRANULE, 0);
            // SAFETY: the block is live and has a header.
            unsafe {
                assert!(heap.usable_size(block) >= size.max(GRANULE));
                assert_eq!(block.cast::<[u32; 2]>().read()[1], 0, "round {round}, size {size}");
                block.write_bytes(0xa5, heap.usable_size(block));
            }
            objects.push(block);
        }
        free_all(&heap, objects);
    }
}

#[test]
fn quota_bounds_every_kind_of_allocation_and_frees_make_room() {
    let heap = Heap::new().unwrap();
    heap.set_quota(4 << 20);
    for size in [16, 48, 500, 4000, 20_000, 1 << 20] {
        let mut objects = Vec::new();
        while let Some(block) = heap.alloc_object(size) {
            objects.push(block);
            assert!(heap.charged() <= heap.quota());
        }
        let held = objects.len() * size;
        assert!(held > (2 << 20) && held <= (4 << 20), "{held} bytes of blocks of {size}");
        assert!(heap.alloc_leaf(size).is_none() && heap.alloc_raw(size).is_none());
        // One block given back is one block to be had, wherever it is.
        let freed = objects.swap_remove(objects.len() / 2);
        free_all(&heap, vec![freed]);
        objects.push(heap.alloc_object(size).expect("the block just freed"));
        free_all(&heap, objects);
    }
    heap.trim();
    assert_eq!(heap.charged(), 0);
    assert!(heap.charge(4 << 20) && !heap.charge(1) && !heap.charge(usize::MAX));
    assert!(heap.alloc_object(16).is_none());
    heap.uncharge(4 << 20);
    assert!(heap.alloc_object(16).is_some());
    assert!(heap.alloc_raw(usize::MAX).is_none() && heap.alloc_object(usize::MAX / 2).is_none());
}

#[test]
fn the_region_bounds_the_heap() {
    let heap = Heap::with_region(16 << 20).unwrap();
    assert!(heap.alloc_raw(16 << 20).is_none());
    let mut blocks = Vec::new();
    while let Some(block) = heap.alloc_object(100_000) {
        blocks.push(block);
    }
    assert_eq!(blocks.len(), 16 * (62 / 7));
    while let Some(block) = heap.alloc_object(PAGE_SIZE) {
        blocks.push(block);
    }
    assert!(heap.alloc_object(16).is_none());
    free_all(&heap, blocks);
    // Empty chunks that are kept make way for a span of chunks.
    assert!(heap.alloc_raw(10 << 20).is_some());
}

#[test]
fn fail_nth_fails_that_allocation_only() {
    let heap = Heap::new().unwrap();
    let first = object(&heap, 32);
    for n in 1..=5u64 {
        heap.fail_nth(n);
        let results: Vec<_> = (0..8).map(|_| heap.alloc_object(32).is_some()).collect();
        assert_eq!(results, (0..8).map(|i| i + 1 != n).collect::<Vec<_>>());
    }
    assert_eq!(heap.live_objects(), 5 * 7 + 1);
    heap.fail_nth(2);
    assert!(heap.alloc_leaf(100_000).is_some());
    assert!(heap.alloc_raw(100_000).is_none());
    assert!(heap.alloc_raw(100_000).is_some());
    heap.fail_nth(1);
    heap.fail_nth(0);
    assert!(heap.alloc_object(32).is_some());
    // A buffer that changes its size in place is an allocation too, and stays whole when it fails.
    for bytes in [60, 64, 5000, 200_000] {
        let buffer = heap.alloc_raw(bytes).unwrap();
        heap.fail_nth(1);
        // SAFETY: the buffer is live.
        unsafe {
            buffer.write_bytes(9, bytes);
            assert!(heap.realloc_raw(buffer, bytes, bytes / 2 + 1).is_none());
            assert!(heap.usable_size(buffer) >= bytes);
            let buffer = heap.realloc_raw(buffer, bytes, bytes / 2 + 1).unwrap();
            assert_eq!(buffer.add(bytes / 2).read(), 9);
            heap.free_raw(buffer);
        }
    }
    free_all(&heap, vec![first]);
}

#[test]
fn buffers_grow_and_shrink_with_their_contents() {
    let heap = Heap::new().unwrap();
    let mut buffer = heap.alloc_raw(8).unwrap();
    let mut size: usize = 8;
    let sizes = (4..24).flat_map(|i| [1 << i, (1 << i) * 3 / 2]);
    let sizes: Vec<usize> = sizes.clone().chain(sizes.rev()).collect();
    // SAFETY: the buffer is live and `size` bytes long.
    unsafe {
        buffer.write_bytes(3, size);
        for new in sizes {
            buffer = heap.realloc_raw(buffer, size, new).unwrap();
            for at in [0, size.min(new) / 2, size.min(new) - 1] {
                assert_eq!(buffer.add(at).read(), 3, "at {at} of {new}");
            }
            assert!(heap.live_raw_bytes() >= new && heap.live_raw_bytes() < new * 2 + PAGE_SIZE);
            buffer.write_bytes(3, new);
            size = new;
        }
        heap.free_raw(buffer);
    }
    heap.trim();
    assert_eq!((heap.live_raw_bytes(), heap.charged()), (0, 0));
}

#[test]
fn flags_last_as_long_as_their_block() {
    let heap = Heap::new().unwrap();
    let flags = [Flag::Finalised, Flag::HasWeakrefs, Flag::Marked];
    let objects: Vec<_> = (0..600).map(|i| object(&heap, 16 + i * 40)).collect();
    // SAFETY: all are live.
    unsafe {
        for (i, &object) in objects.iter().enumerate() {
            heap.set_flag(object, flags[i % 3]);
            heap.set_flag(object, flags[i % 3]);
        }
        for (i, &object) in objects.iter().enumerate() {
            for (j, flag) in flags.into_iter().enumerate() {
                assert_eq!(heap.has_flag(object, flag), i % 3 == j);
            }
        }
        heap.for_each_page(|page| page.clear_marks());
        for (i, &object) in objects.iter().enumerate() {
            assert_eq!(heap.has_flag(object, flags[i % 3]), i % 3 != 2);
        }
        let again = objects.len();
        free_all(&heap, objects);
        for i in 0..again {
            let object = object(&heap, 16 + i * 40);
            assert!(flags.into_iter().all(|flag| !heap.has_flag(object, flag)));
        }
    }
}

#[test]
fn memory_is_reused_and_given_back() {
    let heap = Heap::new().unwrap();
    let mut peak = 0;
    for _ in 0..4 {
        let objects: Vec<_> = (0..100_000).map(|i| object(&heap, 16 + i % 7 * 100)).collect();
        peak = if peak == 0 { heap.bytes_committed() } else { peak };
        assert_eq!(heap.bytes_committed(), peak, "garbage is reused");
        free_all(&heap, objects);
        assert!(heap.bytes_committed() <= peak / 8 + 6 * CHUNK_SIZE);
    }
    heap.trim();
    assert_eq!((heap.bytes_committed(), heap.charged()), (CHUNK_SIZE, 0));
    assert!(resident_pages(&heap) <= 2 + FLAG_SETS);
}

/// 4 KiB pages of the heap's first chunk that are in memory and not all zero.
fn resident_pages(heap: &Heap) -> usize {
    let chunk = heap.base();
    // SAFETY: chunk 0 is always committed.
    let bytes = unsafe { std::slice::from_raw_parts(chunk.as_ptr(), HEADER_SIZE) };
    bytes.chunks(4096).filter(|page| page.iter().any(|byte| *byte != 0)).count()
}

#[test]
fn dropping_a_heap_returns_its_address_space() {
    let mapped = |addr: usize| {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        maps.lines().any(|line| {
            let range = line.split(' ').next().unwrap_or_default();
            let mut ends = range.split('-').map(|end| usize::from_str_radix(end, 16).unwrap());
            let (start, end) = (ends.next().unwrap(), ends.next().unwrap());
            (start..end).contains(&addr)
        })
    };
    let heap = Heap::new().unwrap();
    let object = object(&heap, 5 << 20);
    let (base, far) = (heap.base().addr().get(), heap.base().addr().get() + (DEFAULT_REGION - 1));
    assert!(heap.contains(base) && heap.contains(object.addr().get()));
    assert!(!heap.contains(base - 1) && !heap.contains(0) && !heap.contains(usize::MAX));
    assert!(mapped(base) && mapped(object.addr().get()));
    assert!(!heap.contains(far) || mapped(far));
    drop(heap);
    // Another test's thread may map something there at once, but hardly in all three places.
    let left = [base, object.addr().get(), far].into_iter().filter(|addr| mapped(*addr)).count();
    assert!(left < 3, "the region is still mapped");
}

#[test]
fn the_owner_is_found_from_any_object() {
    let (one, two) = (Heap::new().unwrap(), Heap::new().unwrap());
    let (a, b) = (1u8, 2u8);
    let early = object(&one, 32);
    one.set_owner((&raw const a).cast());
    two.set_owner((&raw const b).cast());
    // SAFETY: all are live blocks.
    unsafe {
        for size in [16, 9000, 900_000, 2 << 20] {
            assert_eq!(Heap::owner_of(object(&one, size)), (&raw const a).cast());
            assert_eq!(Heap::owner_of(object(&two, size)), (&raw const b).cast());
            assert_eq!(Heap::owner_of(two.alloc_raw(size).unwrap()), (&raw const b).cast());
        }
        assert_eq!(Heap::owner_of(early), (&raw const a).cast());
    }
}

#[test]
fn pages_age_and_grow_young_again() {
    let heap = Heap::new().unwrap();
    let objects: Vec<_> = (0..2000).map(|_| object(&heap, 64)).collect();
    assert!(heap.allocated_since_collection() >= objects.len());
    assert!(heap.allocated_since_collection() < objects.len() + PAGE_SIZE / 64);
    heap.reset_allocated();
    let young = || {
        let mut young = HashSet::new();
        heap.for_each_page(|page| {
            if page.is_young() {
                page.for_each_object(&mut |object| assert!(young.insert(object)));
            }
        });
        young
    };
    assert_eq!(young().len(), objects.len());
    heap.for_each_page(|page| page.set_old());
    assert_eq!(young().len(), 0);
    let (next, large) = (object(&heap, 64), object(&heap, 1 << 20));
    assert!(young().contains(&next) && young().contains(&large));
    assert!(young().len() <= PAGE_SIZE / 64 + 1, "only the page that was allocated from");
    assert!(heap.allocated_since_collection() > 1);
    heap.reset_allocated();
    assert_eq!(heap.allocated_since_collection(), 0);
    heap.alloc_leaf(64).unwrap();
    assert_eq!(heap.allocated_since_collection(), 0, "leaves are no matter to the collector");
}

#[test]
fn collector_words_belong_to_one_block_each() {
    let heap = Heap::new().unwrap();
    let sizes = CLASS_SIZE.iter().map(|size| *size as usize).chain([50_000, 2 << 20]);
    let objects: Vec<_> = sizes.flat_map(|size| [size; 40]).map(|size| object(&heap, size)).collect();
    heap.for_each_page(|page| assert!(page.ensure_slots() && page.ensure_slots()));
    let late = (0..2000).map(|_| object(&heap, 8192)).last().unwrap();
    // SAFETY: all are live.
    unsafe {
        for (i, &object) in objects.iter().enumerate() {
            let slot = heap.gc_slot(object).unwrap();
            assert_eq!(slot.replace(i as u32 + 1), 0);
        }
        for (i, &object) in objects.iter().enumerate() {
            assert_eq!(heap.gc_slot(object).unwrap().get(), i as u32 + 1);
        }
        assert!(heap.gc_slot(late).is_none());
        heap.drop_gc_slots();
        assert!(objects.iter().all(|object| heap.gc_slot(*object).is_none()));
    }
}

#[test]
fn heaps_move_between_threads() {
    let heap = Heap::new().unwrap();
    let objects: Vec<_> = (0..100).map(|_| object(&heap, 32)).collect();
    let count = std::thread::spawn(move || {
        free_all(&heap, vec![object(&heap, 32)]);
        heap.live_objects()
    });
    assert_eq!(count.join().unwrap(), objects.len());
}
