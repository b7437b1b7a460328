//! The solver against brute force: thousands of random small systems, each solved by trying all values.

mod extremes;
mod matrices;
mod parts;
mod searches;
mod stores;
mod systems;
