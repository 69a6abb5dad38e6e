"""Operating-system scheduler simulation, after Martin Richards' benchmark.

Six tasks (idle, worker, two handlers, two devices) pass packets to each other
under a priority scheduler. `size` is how often the idle task runs; 1000 gives
2322 queued packets and 928 holds, 10000 gives 23246 and 9297.
"""

import sys
from abc import ABC, abstractmethod

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
KIND_DEVICE, KIND_WORK = range(2)
PAYLOAD = 4


class Packet:
    def __init__(self, link, ident, kind):
        self.link = link
        self.ident = ident
        self.kind = kind
        self.datum = 0
        self.data = [0] * PAYLOAD

    def append_to(self, queue):
        """The queue with this packet at its end."""
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class TaskState:
    """The three flags of a task; `Task` inherits them."""

    def __init__(self):
        self.packet_pending = False
        self.waiting = False
        self.holding = False

    def running(self):
        self.packet_pending = self.waiting = self.holding = False
        return self

    def waiting_for_packet(self):
        self.packet_pending = self.holding = False
        self.waiting = True
        return self

    def waiting_with_packet(self):
        self.holding = False
        self.packet_pending = self.waiting = True
        return self

    def is_held_or_waiting(self):
        return self.holding or (self.waiting and not self.packet_pending)

    def is_waiting_with_packet(self):
        return self.packet_pending and self.waiting and not self.holding


class Task(TaskState, ABC):
    def __init__(self, scheduler, ident, priority, queue):
        super().__init__()
        self.scheduler = scheduler
        self.ident = ident
        self.priority = priority
        self.queue = queue
        self.packet_pending = queue is not None
        self.link = scheduler.add(self)

    @abstractmethod
    def work(self, packet):
        """Handle one packet (or none); the answer is the task to run next."""

    def run(self):
        packet = None
        if self.is_waiting_with_packet():
            packet = self.queue
            self.queue = packet.link
            self.running()
            self.packet_pending = self.queue is not None
        return self.work(packet)

    def accept(self, packet, sender):
        if self.queue is None:
            self.queue = packet
            self.packet_pending = True
            if self.priority > sender.priority:
                return self
        else:
            packet.append_to(self.queue)
        return sender


class IdleTask(Task):
    def __init__(self, scheduler, ident, priority, queue, count):
        super().__init__(scheduler, ident, priority, queue)
        self.control = 1
        self.count = count

    def work(self, packet):
        self.count -= 1
        if self.count == 0:
            return self.scheduler.hold_current()
        if self.control & 1 == 0:
            self.control >>= 1
            return self.scheduler.release(DEVICE_A)
        self.control = (self.control >> 1) ^ 0xD008
        return self.scheduler.release(DEVICE_B)


class WorkerTask(Task):
    def __init__(self, scheduler, ident, priority, queue):
        super().__init__(scheduler, ident, priority, queue)
        self.destination = HANDLER_A
        self.letter = 0

    def work(self, packet):
        if packet is None:
            return self.scheduler.wait_current()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.ident = self.destination
        packet.datum = 0
        for i in range(PAYLOAD):
            self.letter += 1
            if self.letter > 26:
                self.letter = 1
            packet.data[i] = ord("A") + self.letter - 1
        return self.scheduler.send(packet)


class HandlerTask(Task):
    def __init__(self, scheduler, ident, priority, queue):
        super().__init__(scheduler, ident, priority, queue)
        self.work_packets = None
        self.device_packets = None

    def work(self, packet):
        if packet is not None:
            if packet.kind == KIND_WORK:
                self.work_packets = packet.append_to(self.work_packets)
            else:
                self.device_packets = packet.append_to(self.device_packets)
        job = self.work_packets
        if job is not None:
            position = job.datum
            if position >= PAYLOAD:
                self.work_packets = job.link
                return self.scheduler.send(job)
            device = self.device_packets
            if device is not None:
                self.device_packets = device.link
                device.datum = job.data[position]
                job.datum = position + 1
                return self.scheduler.send(device)
        return self.scheduler.wait_current()


class DeviceTask(Task):
    def __init__(self, scheduler, ident, priority, queue):
        super().__init__(scheduler, ident, priority, queue)
        self.pending = None

    def work(self, packet):
        if packet is not None:
            self.pending = packet
            return self.scheduler.hold_current()
        if self.pending is None:
            return self.scheduler.wait_current()
        done = self.pending
        self.pending = None
        return self.scheduler.send(done)


class Scheduler:
    def __init__(self):
        self.tasks = [None] * 6
        self.head = None
        self.current = None
        self.queued = 0
        self.held = 0

    def add(self, task):
        previous = self.head
        self.head = task
        self.tasks[task.ident] = task
        return previous

    def find(self, ident):
        task = self.tasks[ident]
        if task is None:
            raise LookupError("no task %d" % ident)
        return task

    def hold_current(self):
        self.held += 1
        self.current.holding = True
        return self.current.link

    def wait_current(self):
        self.current.waiting = True
        return self.current

    def release(self, ident):
        task = self.find(ident)
        task.holding = False
        if task.priority > self.current.priority:
            return task
        return self.current

    def send(self, packet):
        receiver = self.find(packet.ident)
        self.queued += 1
        packet.link = None
        packet.ident = self.current.ident
        return receiver.accept(packet, self.current)

    def schedule(self):
        task = self.head
        while task is not None:
            if task.is_held_or_waiting():
                task = task.link
            else:
                self.current = task
                task = task.run()


def packets(count, ident, kind):
    queue = None
    for _ in range(count):
        queue = Packet(queue, ident, kind)
    return queue


def run(size):
    scheduler = Scheduler()
    IdleTask(scheduler, IDLE, 0, None, size).running()
    WorkerTask(
        scheduler, WORKER, 1000, packets(2, WORKER, KIND_WORK)
    ).waiting_with_packet()
    HandlerTask(
        scheduler, HANDLER_A, 2000, packets(3, DEVICE_A, KIND_DEVICE)
    ).waiting_with_packet()
    HandlerTask(
        scheduler, HANDLER_B, 3000, packets(3, DEVICE_B, KIND_DEVICE)
    ).waiting_with_packet()
    DeviceTask(scheduler, DEVICE_A, 4000, None).waiting_for_packet()
    DeviceTask(scheduler, DEVICE_B, 5000, None).waiting_for_packet()
    scheduler.schedule()
    return "queued %d held %d" % (scheduler.queued, scheduler.held)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10000))
