"""A program of its own: reads a PDF from its input, and writes its text. It may take so much memory and time, and no more."""

import resource
import sys

import pypdfium2

PAGES_MAX = 300
SIGNS_MAX = 500_000
MEMORY_MAX, CPU_MAX_S = 1024 * 1024 * 1024, 15


def main() -> int:
    """Exit code 0 if it could be read."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_MAX_S, CPU_MAX_S))
    try:
        document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
    except pypdfium2.PdfiumError:
        return 1
    left = SIGNS_MAX
    for number in range(min(len(document), PAGES_MAX)):
        said = document[number].get_textpage().get_text_range()[:left].replace("\r\n", "\n").replace("\x00", "")
        sys.stdout.buffer.write(f"{said}\n".encode())
        left -= len(said)
        if left <= 0:
            break
    return 0


if __name__ == "__main__":
    sys.exit(main())
