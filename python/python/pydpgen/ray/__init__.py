"""Work on many machines: a cluster of Ray runs ranges of ranks.

:func:`check` runs a property over all structures and ends with a certificate of what was tried; :func:`dataset` makes a
dataset of Ray Data of them; :func:`diff` distributes the runs of the command line's ``dpgen diff``. :class:`Certificate`,
:func:`merge` and :func:`verify` work without Ray, too.

>>> import pydpgen, pydpgen.ray
>>> trees = pydpgen.Spec("binary-tree").build(max_size=8)
>>> checked = pydpgen.ray.check(trees, lambda tree: tree is not None)  # doctest: +SKIP
>>> print(checked.certificate)  # doctest: +SKIP
certificate of coverage: Tree (max_size=8), property <lambda>
...
all 2,056 structures of sizes 0 to 8, each counted once: none failed

Inside: ``_check`` is the check; read it first. ``_object_store`` brings a build to each process once, and ``_range_task`` runs a
range on a worker; which ranges there are, and how long, say ``_range_ledger`` and ``_range_length`` of ``pydpgen``.
``_certificate`` is the certificate; ``_verify`` judges it, and shares no code with the rest.
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
