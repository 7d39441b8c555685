"""Starts one command confined, and takes it along when the parent dies; needs the standard library alone.

Run as `python -I -S supervisor.py PARENT WRITABLE NETWORK FILE_BYTES CPU_SECONDS MEMORY_BYTES COMMAND ...` (`-` for no
limit), as the leader of a session. It forks, confines the fork, and becomes the command in it; it waits, and ends as
the command does. What the kernel lacks is left out: the parent has said so at its start.

The confinement, each part inherited by everything that the command starts:
- seccomp: no new sockets but connected pairs; no change of a file's mode, owner, times or extended attributes, which
  Landlock does not know; `setsid` and `setpgid` answer 0 and do nothing, so nothing leaves the process group that the
  parent kills; where NETWORK is `loopback`, a network of its own with nothing but that, and internet sockets in it;
- Landlock: writing below WRITABLE and to /dev/null alone; no connection by TCP, no signals and no abstract sockets
  to processes outside;
- none of root's capabilities, but for reading files;
- limits on the size of a file, and as told on CPU time and address space.
"""

from __future__ import annotations

# Every child begins with this process: `signal` itself would load `enum` and with it half of its start-up time.
import _signal as signal  # type: ignore[import-not-found]
import ctypes
import os
import resource
import struct
import sys

_PDEATHSIG, _NO_NEW_PRIVS, _GET_SECCOMP, _SET_SECCOMP, _SECCOMP_FILTER = 1, 38, 21, 22, 2
_LIBC = ctypes.CDLL(None, use_errno=True)
#: Everywhere: io_uring_setup (no filter sees its requests), fchmodat2, setxattrat, removexattrat, file_setattr.
_NEW = (425, 452, 463, 466, 469)
#: By audit number of the architecture: system calls that are refused, those that do nothing, and `socket` and
#: `socketpair`, which are refused by their arguments. The kernel runs 32-bit programs on 64 bits, by other numbers.
_SYSTEM_CALLS: dict[int, tuple[tuple[int, ...], tuple[int, ...], int, int]] = {
    # x86-64: chmod to lchown, utime, setxattr to fsetxattr, removexattr to fremovexattr, utimes, fchownat, futimesat,
    # fchmodat, utimensat; setsid, setpgid.
    0xC000003E: (
        (*range(90, 95), 132, *range(188, 191), *range(197, 200), 235, 260, 261, 268, 280, *_NEW),
        (112, 109),
        41,
        53,
    ),
    # i386: chmod, lchown, utime, fchmod, fchown, socketcall, chown, lchown32, fchown32, chown32, setxattr to fsetxattr,
    # removexattr to fremovexattr, utimes, fchownat, futimesat, fchmodat, utimensat, utimensat_time64; the same.
    0x40000003: (
        (
            *(15, 16, 30, 94, 95, 102, 182, 198, 207, 212, *range(226, 229), *range(235, 238)),
            *(271, 298, 299, 306, 320, 412, *_NEW),
        ),
        (66, 57),
        359,
        360,
    ),
    # AArch64: setxattr to fsetxattr, removexattr to fremovexattr, fchmod to fchown, utimensat; the same.
    0xC00000B7: ((*range(5, 8), *range(14, 17), *range(52, 56), 88, *_NEW), (157, 154), 198, 199),
}
_ARCHITECTURES = ("x86_64", "aarch64")
#: Sockets of a network of one's own: AF_INET, AF_INET6, AF_NETLINK. By AF_UNIX whoever listens on a file is reached.
_FAMILIES = (2, 10, 16)
#: Pairs that stay connected to each other: SOCK_STREAM, SOCK_SEQPACKET. Others may be connected anew, to any file.
_PAIRS, _TYPE = (1, 5), 0xF
_X32 = 0x4000_0000
_LOAD, _AND, _JUMP_EQUAL, _JUMP_AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
#: Where the call's number and the lower halves of its first two arguments lie: the kernel reads an int no further.
_NUMBER, _FIRST, _SECOND = 0, 16, 24
_ALLOW, _REFUSE, _NOTHING = 0x7FFF_0000, 0x0005_0000 | 13, 0x0005_0000

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
#: Rights of Landlock that change something, and the version of its interface since which they are there.
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_WRITING = {
    1: _WRITE_FILE | sum(1 << bit for bit in range(4, 13)),
    2: 1 << 13,
    3: _TRUNCATE,
}
_TCP, _SCOPES = 0b11, 0b11
_DROP_FROM_BOUNDING_SET, _CAPABILITIES_3 = 24, 0x2008_0522
#: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: programs that belong to another user stay usable for root.
_KEPT_CAPABILITIES = 0b110
_NEW_USER, _NEW_NETWORK, _SET_INTERFACE_FLAGS, _UP = 0x1000_0000, 0x4000_0000, 0x8914, 1


def main(arguments: list[str]) -> None:
    """Run the command and end as it does."""
    parent, writable, network, file_bytes, cpu, memory, *command = arguments
    # Whoever kills the parent kills the command: the group is ours alone.
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
    _LIBC.prctl(_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != int(parent):
        os._exit(1)
    own = os.getpid()
    child = os.fork()
    if child == 0:
        _become(own, writable, network == "loopback", _limits(file_bytes, cpu, memory), command)
    # Who reads the command's output waits for the last one that could write.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(own, number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _become(
    supervisor: int, writable: str, loopback: bool, limits: list[tuple[int, tuple[int, int]]], command: list[str]
) -> None:
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _LIBC.prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != supervisor:
            os._exit(1)
        # Without a network of its own the command gets none.
        own_network = loopback and network_of_its_own()
        drop_capabilities()
        if _LIBC.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "it could gain privileges")
        restrict_files(writable, own_network)
        if filters_system_calls():
            restrict_system_calls(own_network)
        for what, limit in limits:
            resource.setrlimit(what, limit)
        os.execvp(command[0], command)  # noqa: S606 - this is what it is for
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error}\n".encode())
    os._exit(127)


def _limits(file_bytes: str, cpu: str, memory: str) -> list[tuple[int, tuple[int, int]]]:
    limits = [(resource.RLIMIT_CORE, (0, 0)), (resource.RLIMIT_FSIZE, (int(file_bytes), int(file_bytes)))]
    if cpu != "-":
        limits.append((resource.RLIMIT_CPU, (int(cpu), int(cpu) + 1)))
    if memory != "-":
        limits.append((resource.RLIMIT_AS, (int(memory), int(memory))))
    return limits


def landlock_version() -> int:
    """Return the version of the kernel's Landlock; 0 where there is none."""
    return max(0, int(_LIBC.syscall(_CREATE_RULESET, None, 0, 1)))


def drop_capabilities() -> None:
    """Give up what makes a superuser, but for reading files: it may look into other processes past Landlock."""
    for number in range(64):
        if not _KEPT_CAPABILITIES >> number & 1:
            _LIBC.prctl(_DROP_FROM_BOUNDING_SET, number, 0, 0, 0)
    header = struct.pack("Ii", _CAPABILITIES_3, 0)
    kept = (ctypes.c_uint32 * 6)()
    if _LIBC.capget(header, kept) == 0:
        # Effective and permitted in the lower half; what may be inherited and the upper half are given up.
        lower = [kept[0] & _KEPT_CAPABILITIES, kept[1] & _KEPT_CAPABILITIES, 0]
        if _LIBC.capset(header, (ctypes.c_uint32 * 6)(*lower, 0, 0, 0)) != 0:
            raise OSError(ctypes.get_errno(), "capabilities were not given up")


def network_of_its_own() -> bool:
    """Move to a network that has a loopback and nothing else; return whether this user may do that."""
    user, group = os.getuid(), os.getgid()
    if _LIBC.unshare(_NEW_USER | _NEW_NETWORK) != 0:
        os.write(2, b"no network namespaces here: sockets are refused\n")
        return False
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        opened = os.open(f"/proc/self/{file}", os.O_WRONLY)
        os.write(opened, text.encode())
        os.close(opened)
    # Here, because few children need them and loading them takes a third of the time that starting a child takes.
    import fcntl
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_INTERFACE_FLAGS, struct.pack("16sH22x", b"lo", _UP))
    return True


def restrict_files(writable: str, own_network: bool = False) -> bool:
    """Let this process write below the folder alone; return whether the kernel can do that."""
    version = landlock_version()
    if version == 0:
        return False
    writing = sum(rights for since, rights in _WRITING.items() if since <= version)
    fields = [writing] + [0 if own_network else _TCP] * (version >= 4) + [_SCOPES] * (version >= 6)
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = _LIBC.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "no Landlock rules")
    for path, rights in ((writable, writing), (os.devnull, writing & (_WRITE_FILE | _TRUNCATE))):
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if _LIBC.syscall(_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, opened), 0) != 0:
            raise OSError(ctypes.get_errno(), f"no Landlock rule for {path}")
        os.close(opened)
    if _LIBC.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "Landlock did not restrict")
    os.close(ruleset)
    return True


def filters_system_calls() -> bool:
    """Return whether the kernel filters system calls, on an architecture whose numbers are known here."""
    return int(_LIBC.prctl(_GET_SECCOMP, 0, 0, 0, 0)) >= 0 and os.uname().machine in _ARCHITECTURES


def restrict_system_calls(own_network: bool = False) -> None:
    """Refuse sockets and changes of what a file is, and keep the process in its group.

    Raises:
        OSError: the kernel took no filter.
    """
    program = system_call_filter(own_network)
    count = len(program) // 8
    buffer = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("HxxxxxxP", count, ctypes.addressof(buffer))
    if _LIBC.prctl(_SET_SECCOMP, _SECCOMP_FILTER, described, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel took no filter of system calls")


def system_call_filter(own_network: bool) -> bytes:
    """Return the filter as a program of the kernel's packet filter."""
    lines = [(_LOAD, 0, 0, 4)]
    for architecture, (refused, idle, socket_call, pair_call) in _SYSTEM_CALLS.items():
        tests = [(number, _REFUSE) for number in refused] + [(number, _NOTHING) for number in idle]
        body = [(_LOAD, 0, 0, _NUMBER), (_JUMP_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, _REFUSE)]
        for number, answer in tests:
            body += [(_JUMP_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
        by_argument = {
            socket_call: [(_LOAD, 0, 0, _FIRST), *_only(_FAMILIES if own_network else ())],
            pair_call: [(_LOAD, 0, 0, _SECOND), (_AND, 0, 0, _TYPE), *_only(_PAIRS)],
        }
        for number, lines_of_call in by_argument.items():
            body += [(_JUMP_EQUAL, 0, len(lines_of_call), number), *lines_of_call]
        body.append((_RETURN, 0, 0, _ALLOW))
        lines += [(_JUMP_EQUAL, 0, len(body), architecture), *body]
    # A program of an architecture that nobody foresaw.
    lines.append((_RETURN, 0, 0, _REFUSE))
    return b"".join(struct.pack("HBBI", *line) for line in lines)


def _only(values: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Return lines that allow what was loaded where it is one of these values, and else refuse it."""
    tests = [((_JUMP_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ALLOW)) for value in values]
    return [line for test in tests for line in test] + [(_RETURN, 0, 0, _REFUSE)]


if __name__ == "__main__":
    main(sys.argv[1:])
