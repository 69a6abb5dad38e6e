//! The heap against a naive model: random operations, every block's contents and flags
//! compared, every walk and count exact.

use std::collections::HashSet;

use super::super::*;
use super::{make, walk};

const FLAGS: [Flag; 3] = [Flag::Finalised, Flag::HasWeakrefs, Flag::Marked];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % bound as u64) as usize
    }

    /// Sizes of all classes, mostly small ones; now and then spans of pages and of chunks.
    fn size(&mut self) -> usize {
        match self.below(2000) {
            0 => 1 + self.below(3 << 20),
            1..20 => 1 + self.below(300_000),
            20..60 => 1 + self.below(40_000),
            60..300 => 1 + self.below(MAX_SMALL),
            _ => 1 + self.below(512),
        }
    }
}

/// What the model knows of a block.
struct Block {
    ptr: NonNull<u8>,
    usage: Use,
    size: usize,
    seed: u8,
    flags: [bool; 3],
}

impl Block {
    /// Offsets whose bytes are compared: all around the edges, some between.
    fn probes(size: usize, from: usize) -> impl Iterator<Item = usize> {
        let middle = (from..size).step_by((size / 16).max(1));
        middle.chain(size.saturating_sub(16).max(from)..size)
    }

    fn first_byte(&self) -> usize {
        if self.usage == Use::Raw { 0 } else { 8 }
    }

    fn fill(&self) {
        if self.usage != Use::Raw {
            make(self.ptr, 1 + u32::from(self.seed));
        }
        for at in Block::probes(self.size, self.first_byte()) {
            // SAFETY: the block is live and at least `size` bytes long.
            unsafe { self.ptr.add(at).write(self.seed ^ at as u8) };
        }
    }

    fn check(&self, size: usize) {
        // SAFETY: the block is live and at least `size` bytes long.
        unsafe {
            if self.usage != Use::Raw {
                let header = self.ptr.cast::<[u32; 2]>().read();
                assert_eq!(header, [1, 1 + u32::from(self.seed)]);
            }
            for at in Block::probes(self.size, self.first_byte()).filter(|at| *at < size) {
                assert_eq!(self.ptr.add(at).read(), self.seed ^ at as u8);
            }
        }
    }
}

struct Model {
    heap: Heap,
    random: Random,
    blocks: Vec<Block>,
}

impl Model {
    fn allocate(&mut self) {
        let size = self.random.size();
        let (usage, ptr) = match self.random.below(4) {
            0 | 1 => (Use::Object, self.heap.alloc_object(size)),
            2 => (Use::Leaf, self.heap.alloc_leaf(size)),
            _ => (Use::Raw, self.heap.alloc_raw(size)),
        };
        let Some(ptr) = ptr else {
            return self.free_some();
        };
        let block = Block { ptr, usage, size, seed: self.random.below(256) as u8, flags: [false; 3] };
        block.fill();
        self.check_flags(&block);
        self.blocks.push(block);
    }

    fn check_flags(&self, block: &Block) {
        for (flag, expected) in FLAGS.into_iter().zip(block.flags) {
            // SAFETY: the block is live.
            assert_eq!(unsafe { self.heap.has_flag(block.ptr, flag) }, expected);
        }
    }

    fn free_one(&mut self) {
        if self.blocks.is_empty() {
            return;
        }
        let index = self.random.below(self.blocks.len());
        let block = self.blocks.swap_remove(index);
        block.check(block.size);
        self.check_flags(&block);
        // SAFETY: the block is live and forgotten here.
        unsafe {
            match block.usage {
                Use::Raw => self.heap.free_raw(block.ptr),
                Use::Object | Use::Leaf | Use::Free => self.heap.free_object(block.ptr),
            }
        }
    }

    /// The heap is full: free a third.
    fn free_some(&mut self) {
        for _ in 0..self.blocks.len() / 3 {
            self.free_one();
        }
    }

    fn reallocate(&mut self) {
        let Some(index) = self.random.below(self.blocks.len().max(1)).checked_rem(self.blocks.len()) else {
            return;
        };
        if self.blocks[index].usage != Use::Raw {
            return;
        }
        let block = &mut self.blocks[index];
        let new_size = match self.random.below(3) {
            0 => self.random.size(),
            1 => block.size + block.size / 8 + 1,
            _ => block.size / 2 + 1,
        };
        block.check(block.size);
        // SAFETY: the block is a live buffer of that size.
        let moved = unsafe { self.heap.realloc_raw(block.ptr, block.size, new_size) };
        if let Some(ptr) = moved {
            let moved_away = ptr != block.ptr;
            block.ptr = ptr;
            block.check(block.size.min(new_size));
            block.size = new_size;
            if moved_away {
                block.flags = [false; 3];
            }
            block.fill();
        } else {
            block.check(block.size);
        }
        self.check_flags(&self.blocks[index]);
    }

    fn change_flag(&mut self) {
        if self.blocks.is_empty() {
            return;
        }
        let index = self.random.below(self.blocks.len());
        let (flag, on) = (self.random.below(3), self.random.below(2) == 0);
        let block = &mut self.blocks[index];
        block.flags[flag] = on;
        // SAFETY: the block is live.
        unsafe {
            if on {
                self.heap.set_flag(block.ptr, FLAGS[flag]);
            } else {
                self.heap.clear_flag(block.ptr, FLAGS[flag]);
            }
        }
        self.check_flags(&self.blocks[index]);
    }

    /// What the collector does to pages, at odd times.
    fn collect(&mut self) {
        match self.random.below(5) {
            0 => self.heap.for_each_page(|page| page.set_old()),
            1 => self.heap.drop_gc_slots(),
            2 => {
                self.heap.trim();
            }
            3 => {
                self.heap.for_each_page(|page| page.clear_marks());
                self.blocks.iter_mut().for_each(|block| block.flags[Flag::Marked as usize] = false);
            }
            _ => self.heap.for_each_page(|page| assert!(page.ensure_slots())),
        }
    }

    fn check_all(&self) {
        let objects = self.blocks.iter().filter(|block| block.usage != Use::Raw);
        let objects: HashSet<_> = objects.map(|block| block.ptr).collect();
        assert_eq!(walk(&self.heap), objects);
        assert_eq!(self.heap.live_objects(), objects.len());
        let raw = self.blocks.iter().filter(|block| block.usage == Use::Raw);
        // SAFETY: the blocks are live.
        let raw: usize = raw.map(|block| unsafe { self.heap.usable_size(block.ptr) }).sum();
        assert_eq!(self.heap.live_raw_bytes(), raw);
        assert!(self.heap.charged() <= self.heap.quota());
        for block in &self.blocks {
            block.check(block.size);
            self.check_flags(block);
        }
    }
}

fn run(seed: u64, operations: usize, quota: usize) {
    let heap = Heap::with_region(256 << 20).unwrap();
    heap.set_quota(quota);
    let mut model = Model { heap, random: Random(seed), blocks: Vec::new() };
    let mut growing = true;
    for step in 0..operations {
        if step % 5000 == 0 {
            growing = model.random.below(2) == 0;
            model.check_all();
        }
        match model.random.below(100) {
            0..10 => model.change_flag(),
            10..20 => model.reallocate(),
            20..80 if growing => model.allocate(),
            20..50 => model.allocate(),
            99 if step % 20 == 0 => model.collect(),
            _ => model.free_one(),
        }
    }
    model.check_all();
    while !model.blocks.is_empty() {
        model.free_one();
    }
    model.check_all();
    model.heap.drop_gc_slots();
    model.heap.trim();
    assert_eq!(model.heap.charged(), 0);
    assert_eq!(model.heap.bytes_committed(), CHUNK_SIZE);
}

#[test]
fn random_operations_agree_with_the_model() {
    run(0x9e37_79b9_7f4a_7c15, 200_000, 1 << 30);
}

#[test]
fn random_operations_agree_with_the_model_near_the_quota() {
    for seed in 1..4 {
        run(seed * 0x2545_f491_4f6c_dd1d, 40_000, 8 << 20);
    }
}
