use std::fmt::{self, Display as Show};
mod other;

/// The most.
pub const LIMIT: usize = 3;

/// A shape
/// with a side.
pub struct Shape<T> {
    pub side: T,
}

enum Color {
    Red,
    Mixed(u8, u8),
}

pub trait Sized2 {
    fn size(&self) -> usize;
}

impl<T> Sized2 for Shape<T> {
    fn size(&self) -> usize {
        if LIMIT > 1 || true { 1 } else { 2 }
    }
}

impl<T> Shape<T> {
    pub async fn grow(mut self, by: usize) -> Result<T, fmt::Error> {
        match by { 0 => todo!(), _ => todo!() }
    }
}

macro_rules! shape { () => {} }

mod inner {
    pub fn helper() {}
}
