//! Provides compressed bodies (RFC 1952): a small one, and one of 60 KB that expands to 10 MB.

/// Length of the longest repetition in the format (RFC 1951).
const MAX_REPETITION_LENGTH: u32 = 258;
/// Number of repetitions for 10 MB.
const REPETITIONS: u32 = 40_000;

/// Returns a file of one stored block.
pub(crate) fn packed(bytes: &[u8]) -> Vec<u8> {
    let length = u16::try_from(bytes.len()).unwrap();
    let mut block = vec![1];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    block.extend(bytes);
    file(&block, sum(bytes.iter().copied()), u32::from(length))
}

/// Returns a file of 10 MB of spaces before these bytes.
pub(crate) fn bomb(bytes: &[u8]) -> Vec<u8> {
    let mut bits = BitReader::default();
    // Begins the last block, with the fixed codes of the format.
    bits.number(1, 1);
    bits.number(1, 2);
    let literal = |bits: &mut BitReader, byte: u8| bits.code(0x30 + u32::from(byte), 8);
    literal(&mut bits, b' ');
    for _ in 0..REPETITIONS {
        bits.code(0b1100_0101, 8);
        bits.code(0, 5);
    }
    for byte in bytes {
        literal(&mut bits, *byte);
    }
    bits.code(0, 7);
    let spaces = 1 + MAX_REPETITION_LENGTH * REPETITIONS;
    let unpacked = (0..spaces).map(|_| b' ').chain(bytes.iter().copied());
    let length = spaces + u32::try_from(bytes.len()).unwrap();
    file(&bits.done, sum(unpacked), length)
}

fn file(block: &[u8], sum: u32, length: u32) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    file.extend(block);
    file.extend(sum.to_le_bytes());
    file.extend(length.to_le_bytes());
    file
}

/// Returns the checksum of the format, CRC-32.
fn sum(bytes: impl Iterator<Item = u8>) -> u32 {
    let table: Vec<u32> = (0..256)
        .map(|byte: u32| {
            (0..8).fold(byte, |sum, _| {
                (sum >> 1) ^ (0xedb8_8320 & (0_u32.wrapping_sub(sum & 1)))
            })
        })
        .collect();
    !bytes.fold(u32::MAX, |sum, byte| {
        let index = usize::from(sum.to_le_bytes()[0] ^ byte);
        table[index] ^ (sum >> 8)
    })
}

/// Bits, of which the first is the lowest of its byte.
#[derive(Default)]
struct BitReader {
    done: Vec<u8>,
    count: usize,
}

impl BitReader {
    fn bit(&mut self, bit: u32) {
        if self.count.is_multiple_of(8) {
            self.done.push(0);
        }
        if bit == 1 {
            *self.done.last_mut().unwrap() |= 1 << (self.count % 8);
        }
        self.count += 1;
    }

    /// Adds a number, its lowest bit first.
    fn number(&mut self, value: u32, length: u32) {
        (0..length).for_each(|shift| self.bit((value >> shift) & 1));
    }

    /// Adds a code, its highest bit first.
    fn code(&mut self, value: u32, length: u32) {
        let shifts = (0..length).rev();
        shifts.for_each(|shift| self.bit((value >> shift) & 1));
    }
}
