"""Say in one sentence when this Python cannot run the project. Must stay readable for any Python, even Python 2."""

import sys


def complaint():
    """What is missing, or an empty string."""
    if sys.version_info < (3, 11):
        found = ".".join(str(part) for part in tuple(sys.version_info)[:3])
        return "Python 3.11 or newer is needed, this is %s. Use: make PYTHON=/path/to/newer/python" % found
    try:
        import ensurepip  # noqa: F401  # only whether it is there
        import venv  # noqa: F401
    except ImportError:
        return "This Python has no venv module. Install it (Debian, Ubuntu: apt install python3-venv) and try again."
    return ""


if __name__ == "__main__":
    message = complaint()
    if message:
        sys.stderr.write(message + "\n")
        sys.exit(2)
