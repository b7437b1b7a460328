"""How different some XML documents are: distinct sets of element paths, and distinct paths.

    python3 examples/judges/pom_paths.py FOLDER [FREE...]

reads the files *.xml of a folder. What lies below an element whose name is one of FREE (reports, configuration, goals and
properties if none is given, in which Maven takes anything) does not count.
"""

import pathlib
import sys
import xml.etree.ElementTree as tree


def paths(element, free, above=()):
    """The paths of an element and of what lies below it."""
    # An attribute xmlns makes no other element for Maven, so that namespaces are left out.
    name = element.tag.rpartition("}")[2]
    here = (*above, name)
    yield here
    if name not in free:
        for child in element:
            yield from paths(child, free, here)


def main():
    free = set(sys.argv[2:]) or {"reports", "configuration", "goals", "properties"}
    documents, sets, single = 0, set(), set()
    for file in pathlib.Path(sys.argv[1]).glob("*.xml"):
        found = frozenset(paths(tree.fromstring(file.read_text()), free))
        documents += 1
        sets.add(found)
        single |= found
    print(f"{documents} documents, {len(sets)} distinct sets of element paths, {len(single)} distinct paths")


main()
