//! Numbers in other alphabets: chinese-number and short-uuid.

use chinese_number::{ChineseCase, ChineseCountMethod, ChineseToNumber, ChineseVariant, NumberToChinese};
use short_uuid::{CustomTranslator, ShortUuid, ShortUuidCustom};
use uuid::Uuid;

const METHODS: [ChineseCountMethod; 4] = [
    ChineseCountMethod::Low,
    ChineseCountMethod::TenThousand,
    ChineseCountMethod::Middle,
    ChineseCountMethod::High,
];
const LARGE_NUMBERS: [i128; 8] =
    [0, 10_000, 10_010, 1_001_000, 100_000_000, 100_010_001, 1_000_000_000_000, i128::MAX];

const ALPHABETS: [&str; 4] =
    ["01", "abc", "0123456789abcdef", "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"];

/// What is written is read, unless there are no numerals for it.
#[dpgen::test(max_size = 0)]
fn numbers_are_read_as_they_are_written(
    #[dpgen(range = -1100..=1200)] small: i128,
    #[dpgen(values = LARGE_NUMBERS)] great: i128,
    is_upper: bool,
) {
    let number = great.saturating_add(small);
    let case = if is_upper { ChineseCase::Upper } else { ChineseCase::Lower };
    for method in METHODS {
        if let Ok(text) = number.to_chinese(ChineseVariant::Traditional, case, method) {
            assert_eq!(text.to_number(method).ok(), Some(number), "{text}");
        }
    }
}

#[dpgen::test(max_size = 0)]
fn identifiers_are_read_as_they_are_written(
    #[dpgen(values = [0, 1, 57, 58, 255, 1 << 64, 1 << 120, u128::MAX - 1, u128::MAX])] uuid: Uuid,
) {
    let short = ShortUuid::from_uuid(&uuid).to_string();
    assert_eq!(ShortUuid::parse_str(&short).unwrap().to_uuid(), uuid);
    for alphabet in ALPHABETS {
        let translator = CustomTranslator::new(alphabet).unwrap();
        let short = ShortUuidCustom::from_uuid(&uuid, &translator).to_string();
        assert_eq!(
            ShortUuidCustom::parse_str(&short, &translator).unwrap().to_uuid(&translator).unwrap(),
            uuid
        );
    }
}
