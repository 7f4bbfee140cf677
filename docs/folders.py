"""Folders that the course builds: each bears a mark, and only one that bears it is replaced.

What other tools leave behind, such as Sphinx's `.buildinfo`, may stand in anybody's folder and
says nothing of whose it is.
"""

import shutil
from pathlib import Path

MARK = ".three-card-poker-course"


class FolderError(ValueError):
    """What keeps a folder from being built in; the text says what to do."""


def refuse_others(target: Path, what: str) -> None:
    """See that something of this name may be built here, such as "book"; change nothing.

    Raises:
        FolderError: for a file, and for a folder that holds anything without the mark of one.
    """
    try:
        if target.is_dir():
            theirs = any(target.iterdir()) and not _is_marked(target, what)
        else:
            theirs = target.exists() or target.is_symlink()
    except OSError as error:
        raise _unusable(target, error) from None
    if theirs and not target.is_dir():
        raise FolderError(f"{target} is no folder. Choose another name.")
    if theirs:
        raise FolderError(
            f"{target} holds something else than a {what} built by this course. "
            "Choose another folder, or empty it."
        )


def cleared(target: Path, what: str) -> None:
    """Make a folder that holds nothing but the mark; an older build in it is deleted.

    Raises:
        FolderError: as `refuse_others`, and for a folder that can't be written.
    """
    refuse_others(target, what)
    try:
        if target.exists():
            shutil.rmtree(target)
        target.mkdir(parents=True)
        about = (
            f"{what}\nBuilt by the course on Three Card Poker; its next build deletes all here.\n"
        )
        (target / MARK).write_text(about, "utf-8")
    except OSError as error:
        raise _unusable(target, error) from None


def _is_marked(folder: Path, what: str) -> bool:
    mark = folder / MARK
    return mark.is_file() and mark.read_text("utf-8", errors="replace").startswith(f"{what}\n")


def _unusable(target: Path, error: OSError) -> FolderError:
    return FolderError(
        f"Nothing can be built in {target}: {error.strerror}. Choose another folder."
    )
