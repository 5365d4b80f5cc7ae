import type { Form } from '../form.js'
import { textsLike } from './pattern-texts.js'

/** Values at the limits of both documents, and next to them, that are neither arrays nor objects. */
export function boundaryValues(forms: readonly Form[]): unknown[] {
  const values = forms
    .flatMap((each) => [each, ...each.nots].flatMap((part) => part.values ?? []))
    .slice(0, MOST_VALUES)
  return [
    ...values,
    ...forms.flatMap((each) => each.formats.flatMap((format) => OF_FORMAT[format] ?? [])),
    ...SIMPLE,
    ...numbersNear(forms),
    ...textsNear(forms),
    ...WORDS,
    ...values.flatMap(valueBeside),
  ]
}

const MOST_VALUES = 60

const OF_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2024-02-29T12:00:00Z',
  date: '2024-02-29',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'a@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'AA==',
  base64: 'AA==',
  hex: '0A',
  int64: '1',
  uint64: '1',
}
const SIMPLE: readonly unknown[] = ['a', '', 1, 0, 0.5, true, false, [], {}, -1]
const WORDS: readonly string[] = ['Hello', '0', '-', 'a b']

function valueBeside(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}x`]
  return typeof value === 'number' ? [value + 1] : []
}

function numbersNear(forms: readonly Form[]): number[] {
  const limits = forms.flatMap(({ numbers: { least, most, above, below } }) =>
    [least, most, above, below].flatMap((each) => each ?? []),
  )
  const steps = forms.flatMap((each) => each.steps)
  return [
    ...limits.flatMap((each) => [
      each,
      each + 1,
      each - 1,
      each + 2,
      each - 2,
      each + 0.5,
      each - 0.5,
    ]),
    ...steps.flatMap((step) => [
      ...[1, 2, 3, -1, 7, 405, 0.5, 1.5].map((times) => step * times),
      ...limits.flatMap((each) => [0, 1, -1].map((more) => (Math.ceil(each / step) + more) * step)),
    ]),
    1_000_000,
    1_000_001,
    -1_000_000,
    -1_000_001,
  ]
}

/** Longer texts are not made. */
const LONGEST = 5000

function textsNear(forms: readonly Form[]): string[] {
  const limits = forms.flatMap(({ texts: { least, most } }) =>
    [least, most].flatMap((each) => each ?? []),
  )
  const lengths = limits
    .flatMap((each) => [each, each + 1, each - 1])
    .filter((each) => each >= 0 && each <= LONGEST)
  const sources = new Set(forms.flatMap((each) => each.patterns.map(({ source }) => source)))
  const fitting = [...sources].flatMap(textsLike)
  return [
    ...lengths.map((each) => 'a'.repeat(each)),
    ...fitting,
    ...fitting.flatMap((text) => lengths.map((each) => stretched(text, each))),
    ...fitting.slice(0, 6).flatMap((text) => [`${text}!`, `!${text}`, text.slice(1), text + text]),
  ]
}

function stretched(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, text.at(-1) ?? 'a')
}
