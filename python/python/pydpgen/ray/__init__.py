"""Many machines: a range of ranks is a unit of work, which a cluster of Ray runs anywhere.

:func:`check` runs a property over all structures and ends with a certificate of what was tried; :func:`dataset` has them
as a dataset of Ray Data; :func:`diff` shares out the runs of the command line's ``dpgen diff``. :class:`Certificate`,
:func:`merge` and :func:`verify` work without Ray, too.

>>> import pydpgen, pydpgen.ray
>>> trees = pydpgen.Spec("binary-tree").build(max_size=8)
>>> checked = pydpgen.ray.check(trees, lambda tree: tree is not None)  # doctest: +SKIP
>>> print(checked.certificate)  # doctest: +SKIP
certificate of coverage: Tree (max_size=8), property <lambda>
...
all 2,056 structures of sizes 0 to 8, each counted once: none failed

Within: ``_ship`` brings a build to each process once, ``_ledger`` knows which ranges are out and which are tried,
``_pace`` how long a range is, ``_work`` tries one, and ``_check`` puts them together. ``_certificate`` says what was
tried, ``_verify`` judges that and shares no code with the rest. Read ``_check`` first.
"""

from ._certificate import Certificate, merge
from ._check import ClusterChecked, check
from ._dataset import dataset, datasource
from ._diff import Compared, diff
from ._verify import verify

__all__ = [
    "Certificate",
    "ClusterChecked",
    "Compared",
    "check",
    "dataset",
    "datasource",
    "diff",
    "merge",
    "verify",
]
