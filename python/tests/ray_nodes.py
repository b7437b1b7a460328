"""A pytest plugin with a Ray cluster of three nodes with one CPU each, on this machine."""

from __future__ import annotations

import sys
import time

import pytest
import ray
from ray.cluster_utils import Cluster

#: The seconds after which a test that waits fails.
TIMEOUT_SECONDS = 60
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}

# What is defined in tests is no module on the nodes.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="session")
def cluster():
    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    try:
        for _ in range(2):
            made.add_node(**NODE)
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


@pytest.fixture
def doomed(cluster):
    """A node more, which a test kills."""
    node = cluster.add_node(**NODE, env_vars={"DPGEN_TEST_DOOMED": "1"})
    cluster.wait_for_nodes()
    yield node
    if node in cluster.worker_nodes:
        cluster.remove_node(node, allow_graceful=False)


def here():
    """The node that this runs on."""
    return ray.get_runtime_context().get_node_id()


def until(condition):
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)
