// Labels of internationalized domain names: RFC 3492 for the encoding, RFC 5892 for the allowed characters.

/** Whether the part after `xn--` in a label is valid. */
export function isLabelDecodable(text: string): boolean {
  const codes = decode(text.toLowerCase())
  if (!codes || codes.every((code) => code < 0x80)) return false
  return isAllowed(String.fromCodePoint(...codes))
}

const BASE = 36
const LEAST = 1
const MOST = 26

/** Decodes Punycode; `undefined` if invalid. Labels are short, so this never takes long. */
function decode(text: string): number[] | undefined {
  const dash = text.lastIndexOf('-')
  const codes = [...text.slice(0, Math.max(dash, 0))].map((each) => each.charCodeAt(0))
  let code = 128
  let bias = 72
  let sum = 0
  for (let at = dash + 1; at < text.length; ) {
    const before = sum
    let weight = 1
    for (let digits = BASE; ; digits += BASE) {
      const digit = digitOf(text.charCodeAt(at++))
      if (digit === undefined) return undefined
      sum += digit * weight
      const limit = Math.min(Math.max(digits - bias, LEAST), MOST)
      if (digit < limit) break
      weight *= BASE - limit
    }
    const size = codes.length + 1
    bias = adapted(sum - before, size, before === 0)
    code += Math.floor(sum / size)
    sum %= size
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    codes.splice(sum++, 0, code)
  }
  return codes
}

function digitOf(unit: number): number | undefined {
  if (unit >= 97 && unit <= 122) return unit - 97
  return unit >= 48 && unit <= 57 ? unit - 22 : undefined
}

function adapted(sum: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(sum / (isFirst ? 700 : 2))
  rest += Math.floor(rest / size)
  let steps = 0
  for (; rest > ((BASE - LEAST) * MOST) / 2; steps += BASE) rest = Math.floor(rest / (BASE - LEAST))
  return steps + Math.floor(((BASE - LEAST + 1) * rest) / (rest + 38))
}

/** Letters without capitals, marks and digits, with the exceptions of RFC 5892, section 2.6. */
const DISALLOWED =
  /[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}\u00b7\u0375\u05f3\u05f4\u06fd\u06fe\u0f0b\u3007\u30fb-]|[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u

const JOINERS = /\u200c|\u200d/gu

/** Characters that are only allowed beside certain others: RFC 5892, appendix A. */
const MISPLACED = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /^[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*\u30fb[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*$/u,
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
]

const VIRAMA =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039\\u103a\\u1714\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\u2d7f\\ua806\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed'

const JOINING = '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}'

function isAllowed(label: string): boolean {
  if (/^\p{M}/u.test(label) || label.startsWith('--', 2)) return false
  if (DISALLOWED.test(label.replace(JOINERS, '')) || MISPLACED.some((each) => each.test(label)))
    return false
  if (!label.match(JOINERS)) return true
  const alone = new RegExp(`(?<![${VIRAMA}])\\u200d`, 'u')
  const apart = new RegExp(
    `(?<![${VIRAMA}]|[${JOINING}]\\p{M}*)\\u200c|(?<![${VIRAMA}])\\u200c(?!\\p{M}*[${JOINING}])`,
    'u',
  )
  return !alone.test(label) && !apart.test(label)
}
