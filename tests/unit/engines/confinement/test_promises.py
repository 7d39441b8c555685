"""What a child of an engine cannot do: one test a promise. They need the kernel that CI and developers have."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from tests.support.polling import until

from plancritic.engines.children.limits import ChildLimits
from plancritic.engines.children.process import ChildResult, Ending, run_child
from plancritic.engines.children.warm import ChildGone, WarmChild
from plancritic.engines.confinement import Confinement, Network, confinement

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

SECRET = "a-secret-of-the-service"


async def said(program: str, **limits: object) -> ChildResult:
    wanted = ChildLimits(**{"wall_seconds": 10.0, **limits})  # type: ignore[arg-type]
    return await run_child((sys.executable, "-I", "-c", textwrap.dedent(program)), wanted)


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def gone_soon(*pids: int) -> bool:
    for _ in range(150):
        if all(map(is_gone, pids)):
            return True
        await asyncio.sleep(0.02)
    return False


def test_this_kernel_offers_all_that_the_tests_here_are_about() -> None:
    assert not confinement().missing, str(confinement())


def test_what_a_kernel_lacks_is_said_in_one_line() -> None:
    line = str(Confinement(files=False, scopes=False, system_calls=False))
    assert "\n" not in line
    for lacking in ("scratch folder", "signals", "network", "process group"):
        assert lacking in line
    assert str(Confinement(files=True, scopes=True, system_calls=True)) == "children are confined"


async def test_a_child_writes_in_its_own_folder() -> None:
    result = await said("import os; os.mkdir('a'); open('a/b', 'w').write('x'); os.rename('a/b', 'c'); os.remove('c')")
    assert (result.ending, result.exit_code) == (Ending.EXITED, 0), result.stderr


@pytest.mark.parametrize(
    "attempt",
    [
        "open({outside!r} + '/new', 'w')",
        "open({outside!r} + '/there', 'a')",
        "os.truncate({outside!r} + '/there', 0)",
        "os.remove({outside!r} + '/there')",
        "os.mkdir({outside!r} + '/folder')",
        "os.symlink('/etc/passwd', {outside!r} + '/link')",
        "os.rename({outside!r} + '/there', 'taken')",
        "os.link({outside!r} + '/there', 'taken')",
    ],
)
async def test_a_child_writes_nowhere_else(tmp_path: Path, attempt: str) -> None:
    (tmp_path / "there").write_text("kept")
    program = (
        f"import os\ntry:\n    {attempt.format(outside=str(tmp_path))}\nexcept OSError as error: print(error.errno)"
    )
    result = await said(program)
    assert result.stdout.strip() in ("13", "18"), result
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("there", "kept")]  # noqa: ASYNC240


async def test_a_warm_child_writes_nowhere_else_either(tmp_path: Path) -> None:
    program = textwrap.dedent(f"""
        import json, sys
        for line in sys.stdin:
            try:
                open({str(tmp_path / "new")!r}, "w")
            except PermissionError:
                print(json.dumps({{"id": json.loads(line)["id"], "refused": True}}), flush=True)
    """)
    child = await WarmChild.start((sys.executable, "-I", "-c", program))
    assert (await child.ask({"id": 1}, 10))["refused"]
    await child.kill()


@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"])
async def test_a_child_has_no_network(family: str) -> None:
    result = await said(f"import socket\ntry: socket.socket(socket.{family})\nexcept PermissionError: print('refused')")
    assert result.stdout.strip() == "refused", result.stderr


@pytest.mark.parametrize("change", ["chmod", "fchmod", "chown", "lchown", "utime", "setxattr", "removexattr"])
async def test_a_child_changes_no_mode_owner_time_or_attribute_of_a_file_outside(tmp_path: Path, change: str) -> None:
    """Landlock does not know these."""
    there = tmp_path / "there"
    there.write_text("kept")
    os.setxattr(there, "user.kept", b"kept")
    before = there.stat()
    attempts = {
        "chmod": "os.chmod(path, 0o777)",
        "fchmod": "os.fchmod(os.open(path, os.O_RDONLY), 0o777)",
        "chown": "os.chown(path, os.getuid(), os.getgid())",
        "lchown": "os.lchown(path, os.getuid(), os.getgid())",
        "utime": "os.utime(path, (0, 0))",
        "setxattr": "os.setxattr(path, 'user.new', b'new')",
        "removexattr": "os.removexattr(path, 'user.kept')",
    }
    result = await said(
        f"import os\npath = {str(there)!r}\ntry:\n    {attempts[change]}\nexcept PermissionError: print('refused')"
    )
    assert result.stdout.strip() == "refused", result.stderr
    after = there.stat()
    assert (before.st_mode, before.st_mtime_ns, before.st_ctime_ns) == (
        after.st_mode,
        after.st_mtime_ns,
        after.st_ctime_ns,
    )


@pytest.fixture
def listening_on_a_file(tmp_path: Path) -> Iterator[str]:
    """Sockets of another process that listen on files: a stream and a datagram one, each named by its kind."""
    with socket.socket(socket.AF_UNIX) as stream, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams:
        stream.bind(str(tmp_path / "stream"))
        stream.listen()
        datagrams.bind(str(tmp_path / "datagram"))
        yield str(tmp_path)


@pytest.mark.parametrize("kind", ["SOCK_DGRAM", "SOCK_RAW", "SOCK_DGRAM | socket.SOCK_CLOEXEC"])
async def test_a_child_gets_no_pair_that_reaches_a_socket_on_a_file(listening_on_a_file: str, kind: str) -> None:
    reach = f"socket.socketpair(socket.AF_UNIX, socket.{kind})[0].connect({listening_on_a_file + '/datagram'!r})"
    result = await said(
        f"import socket\ntry: {reach}\nexcept PermissionError: print('refused')\nelse: print('reached')"
    )
    assert result.stdout.strip() == "refused", result.stderr


@pytest.mark.parametrize("kind", ["SOCK_STREAM", "SOCK_SEQPACKET", "SOCK_STREAM | socket.SOCK_NONBLOCK"])
async def test_a_child_has_connected_pairs(kind: str) -> None:
    """Loops of asyncio need one."""
    result = await said(
        f"import socket\none, two = socket.socketpair(type=socket.{kind})\none.send(b'x'); print(two.recv(1))"
    )
    assert result.stdout.strip() == "b'x'", result.stderr


async def test_a_child_with_a_loopback_of_its_own_reaches_no_socket_on_a_file(listening_on_a_file: str) -> None:
    program = textwrap.dedent(f"""
        import json, socket, sys
        for line in sys.stdin:
            try:
                socket.socket(socket.AF_UNIX).connect({listening_on_a_file + "/stream"!r})
                found = "reached"
            except PermissionError:
                found = "refused"
            print(json.dumps({{"id": json.loads(line)["id"], "found": found}}), flush=True)
    """)
    child = await WarmChild.start((sys.executable, "-I", "-c", program), network="loopback")
    assert (await child.ask({"id": 1}, 10))["found"] == "refused"
    await child.kill()


async def test_nothing_starts_where_the_kernel_takes_no_filter(tmp_path: Path) -> None:
    program = textwrap.dedent(f"""
        import os
        from plancritic.engines.confinement import supervisor
        # No valid program: the kernel refuses it, as it may refuse a valid one.
        supervisor.system_call_filter = lambda own_network: bytes(8)
        supervisor.main([str(os.getppid()), {str(tmp_path)!r}, "none", "1000", "-", "-", "/bin/echo", "started"])
    """)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        start_new_session=True,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, error = await process.communicate()
    assert (process.returncode, out) == (127, b"")
    assert b"took no filter" in error


async def test_a_child_with_a_loopback_of_its_own_reaches_no_one_else() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        program = textwrap.dedent(f"""
            import json, socket, sys, threading
            own = socket.create_server(("127.0.0.1", 0))
            threading.Thread(target=own.accept, daemon=True).start()
            socket.create_connection(own.getsockname(), 5)
            try:
                socket.create_connection(("127.0.0.1", {port}), 5)
                found = "reached"
            except OSError:
                found = "refused"
            for line in sys.stdin:
                print(json.dumps({{"id": json.loads(line)["id"], "found": found}}), flush=True)
        """)
        network: Network = "loopback"
        child = await WarmChild.start((sys.executable, "-I", "-c", program), network=network)
        assert (await child.ask({"id": 1}, 10))["found"] == "refused"
        await child.kill()


async def test_no_file_of_a_child_gets_larger_than_it_may() -> None:
    program = "f = open('large', 'wb')\nfor _ in range(10): f.write(bytes(1000_000)); f.flush()"
    result = await said(program, file_bytes=2_000_000)
    assert "File too large" in result.stderr
    shell = await run_child(
        ("/bin/sh", "-c", "cat /dev/zero > large"), ChildLimits(wall_seconds=10, file_bytes=2_000_000)
    )
    assert "SIGXFSZ" in (shell.signal_name or "") or shell.exit_code != 0


@pytest.mark.parametrize("where", ["own", "parent", "supervisor"])
async def test_a_child_finds_no_secret_in_an_environment(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """The parent's is what a service was started with."""
    for name in ("OPENAI_API_KEY", "PLANCRITIC_NATS_PASSWORD", "PLANCRITIC_NATS_NKEY_SEED_FILE"):
        monkeypatch.setenv(name, SECRET)
    with_secret = dict(os.environ)
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(30)", env=with_secret)
    pid = {"own": "self", "parent": str(parent.pid), "supervisor": "{os.getppid()}"}[where]
    try:
        result = await said(
            f"import os\ntry: print(open(f'/proc/{pid}/environ').read())\nexcept OSError: print('refused')"
        )
    finally:
        parent.kill()
        await parent.wait()
    assert result.stdout.strip()
    assert SECRET not in result.stdout
    assert where != "parent" or result.stdout.strip() == "refused"


async def test_a_child_can_signal_no_process_outside() -> None:
    other = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(30)")
    try:
        for pid in (other.pid, os.getpid(), "os.getppid()"):
            result = await said(f"import os\ntry: os.kill({pid}, 9)\nexcept PermissionError: print('refused')")
            assert result.stdout.strip() == "refused"
        assert other.returncode is None
    finally:
        other.kill()
        await other.wait()


LEAVES = {
    "env -i setsid": "subprocess.Popen(['/usr/bin/env', '-i', 'setsid', '/bin/sleep', '{seconds}'])",
    "new session": "subprocess.Popen(['/bin/sleep', '{seconds}'], env={{}}, start_new_session=True)",
    "double fork": (
        "os.setsid() if os.fork() == 0 else time.sleep(600)\n"
        "os._exit(0) if os.fork() else os.execve('/bin/sleep', ['sleep', '{seconds}'], {{}})"
    ),
    "new group": "subprocess.Popen(['/bin/sleep', '{seconds}'], env={{}}, process_group=0)",
}


def sleepers(seconds: int) -> set[int]:
    return {
        each.pid
        for each in psutil.process_iter(["cmdline"])
        if (each.info["cmdline"] or [])[-1:] == [str(seconds)] and each.status() != psutil.STATUS_ZOMBIE
    }


@pytest.fixture
def seconds() -> int:
    """How long this test's processes sleep: nobody else's sleep as long."""
    return secrets.randbelow(10**6) + 10**6


@pytest.mark.parametrize("how", LEAVES)
async def test_what_a_child_started_does_not_outlive_it(how: str, seconds: int) -> None:
    program = f"import os, subprocess, time\n{LEAVES[how].format(seconds=seconds)}\ntime.sleep(600)"
    task = asyncio.create_task(said(program, wall_seconds=2.0))
    await until(lambda: bool(sleepers(seconds)))
    started = sleepers(seconds)
    assert started, "it runs as long as the child does"
    assert (await task).ending is Ending.WALL_LIMIT
    assert await gone_soon(*started)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_nothing_outlives_an_engine_that_is_killed(number: signal.Signals, seconds: int, tmp_path: Path) -> None:
    """The program that started the child is gone: nobody is left to clean up but the kernel and the supervisor."""
    engine = textwrap.dedent("""
        import asyncio, sys
        from plancritic.engines.children.limits import ChildLimits
        from plancritic.engines.children.process import run_child
        command = "import subprocess,time; subprocess.Popen(['/usr/bin/env','-i','setsid','/bin/sleep','{seconds}']);"
        asyncio.run(run_child((sys.executable, "-I", "-c", command + "time.sleep(600)"), ChildLimits(wall_seconds=60)))
    """)
    # Killed, it cannot remove its scratch folder: that one goes with the test's.
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", engine.format(seconds=seconds), env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    started: set[int] = set()
    deadline = time.monotonic() + 10
    while not started and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
        started = sleepers(seconds)
    children = psutil.Process(process.pid).children(recursive=True)
    assert started and len(children) >= 3
    process.send_signal(number)
    await process.wait()
    assert await gone_soon(*started, *(each.pid for each in children))


async def test_a_child_whose_supervisor_is_killed_dies_with_it() -> None:
    child = await WarmChild.start((sys.executable, "-I", "-c", "import time; time.sleep(600)"))
    for _ in range(200):
        if inner := psutil.Process(child.pid).children():
            break
        await asyncio.sleep(0.02)
    os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(ChildGone):
        await child.ask({"id": 1}, 10)
    assert await gone_soon(*(each.pid for each in inner))


async def test_an_empty_home_and_temporary_folder_are_the_child_s_own() -> None:
    result = await said("import os; print(os.getcwd(), os.environ['HOME'], os.environ['TMPDIR'])")
    folder, home, temporary = result.stdout.split()
    assert folder == home == temporary
    assert Path(folder).is_relative_to(tempfile.gettempdir())
