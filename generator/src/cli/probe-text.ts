import { painter, printable, type Style } from '../diagnostics/print.js'
import type { ProbeResult } from '../pipeline/probe.js'
import type { Fix, Mismatch } from '../probe/mismatch.js'
import { isConfirmed, type Payload } from '../probe/payload.js'

/** The maximum number of similar findings shown; `--json` has all. */
const MAX_SHOWN = 10

/** Payloads that were not compared, with the reason. */
export function payloadsText(payloads: readonly Payload[], quiet: boolean): string {
  const groups: readonly (readonly [Payload['outcome'], string])[] = [
    ['failed', 'Failed'],
    ...(quiet
      ? []
      : ([
          ['unknown', 'Unknown names'],
          ['skipped', 'Not compared'],
          ['left-out', 'Left out'],
        ] as const)),
  ]
  return groups
    .flatMap(([outcome, title]) => {
      const own = payloads.filter((each) => each.outcome === outcome)
      if (own.length === 0) return []
      if (outcome === 'left-out') return [leftOutText(own)]
      const lines = own.map(
        ({ name, reason }) => `  ${printable(name)}: ${printable(reason ?? '')}`,
      )
      return [`${title} (${own.length})\n${lines.join('\n')}`]
    })
    .join('\n\n')
}

/** One line per reason: a browser records hundreds of requests to other servers. */
export function leftOutLines(payloads: readonly Payload[]): string[] {
  const counts = new Map<string, number>()
  for (const { outcome, reason = '' } of payloads) {
    if (outcome === 'left-out') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, left], [, right]) => right - left)
  const lines = sorted.slice(0, MAX_SHOWN).map(([reason, count]) => `${count}× ${reason}`)
  const more = sorted.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more reasons`] : [])]
}

function leftOutText(own: readonly Payload[]): string {
  const lines = [...leftOutLines(own), 'Add servers with --server URL.']
  return [`Left out (${own.length})`, ...lines.map((each) => `  ${printable(each)}`)].join('\n')
}

export function mismatchesText(
  { mismatches, fixes }: ProbeResult,
  wanted: { readonly drift: boolean },
  style: Style,
): string {
  const paint = painter(style.color)
  const part = (title: string, drift: boolean, tint: (text: string) => string): string => {
    const own = mismatches.filter((each) => each.drift === drift)
    if (own.length === 0) return ''
    const blocks = [
      ...fixes.flatMap((fix, index) => {
        const fixed = own.filter((each) => each.fixIndex === index)
        return fixed.length > 0 ? [blockText(fixHead(fix, fixed.length, paint.bold), fixed)] : []
      }),
      ...withoutFix(own, paint.bold),
    ]
    return `${tint(`${title} (${own.length})`)}\n${blocks.join('\n')}`
  }
  return [
    part('Mismatches', false, paint.red),
    ...(wanted.drift ? [part('Drift', true, paint.yellow), addedText(fixes, mismatches)] : []),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Proposals that no mismatch belongs to: operations that the document does not have. */
function addedText(fixes: readonly Fix[], mismatches: readonly Mismatch[]): string {
  const used = new Set(mismatches.map((each) => each.fixIndex))
  const added = fixes.filter((_, index) => !used.has(index))
  if (added.length === 0) return ''
  const lines = added.map(({ text, count }) => `  ${printable(text)} (${seenText(count)})`)
  return [`Operations to add (${added.length})`, ...lines].join('\n')
}

export function seenText(count: number): string {
  return count === 1 ? 'seen once' : `seen ${count} times`
}

function fixHead(fix: Fix, count: number, bold: (text: string) => string): string {
  const location = `${fix.file}:${fix.line}:${fix.column}`
  return `  ${count}× ${bold(printable(fix.text))} (${printable(location)})`
}

function withoutFix(own: readonly Mismatch[], bold: (text: string) => string): string[] {
  const left = own.filter((each) => each.fix === undefined)
  const reasons = [...new Set(left.map((each) => each.unlearned))]
  return reasons.map((unlearned) => {
    const same = left.filter((each) => each.unlearned === unlearned)
    return blockText(`  ${same.length}× ${bold(withoutFixText(unlearned))}`, same)
  })
}

function withoutFixText(unlearned: Mismatch['unlearned']): string {
  if (unlearned === undefined) return 'no single change of the document accepts this'
  const what =
    unlearned === 'outages'
      ? 'an outage, or a credential that is missing, is no reason to change the document'
      : 'a content type that the document does not have is no reason to change it'
  return `${what} (--learn ${unlearned})`
}

function blockText(head: string, mismatches: readonly Mismatch[]): string {
  const shown = mismatches.slice(0, MAX_SHOWN).map((each) => `      ${lineText(each)}`)
  const more = mismatches.length - shown.length
  return [head, ...shown, ...(more > 0 ? [`      and ${more} more`] : [])].join('\n')
}

function lineText({ payload, pointer, expected, received }: Mismatch): string {
  return printable(
    `${payload} ${pointer === '' ? '/' : pointer}: expected ${expected}, received ${received}`,
  )
}

const OUTCOMES: readonly (readonly [Payload['outcome'], string])[] = [
  ['pass', 'fit'],
  ['drift', 'fit with drift'],
  ['mismatch', 'do not fit'],
  ['failed', 'failed'],
  ['unknown', 'unknown by name'],
  ['skipped', 'not compared'],
  ['left-out', 'left out'],
]

export function probeVerdict({ counts, payloads, interrupted }: ProbeResult): string {
  const parts = OUTCOMES.filter(([outcome]) => counts[outcome] > 0).map(
    ([outcome, words]) => `${counts[outcome]} ${words}`,
  )
  const noun = counts.payloads === 1 ? 'payload' : 'payloads'
  const refused = payloads.filter((each) => each.refused).length
  const answers = refused > 0 ? ` ${refused} of the responses were errors.` : ''
  const compared = counts.pass + counts.drift + counts.mismatch
  const isEmpty = counts.payloads === 0 || (counts['left-out'] > 0 && compared === 0)
  const nothing = isEmpty
    ? ' Nothing was compared.'
    : compared > 0 && !isConfirmed(payloads)
      ? ' None of them was a success, so nothing is confirmed.'
      : ''
  const end = answers + nothing + (interrupted ? ' Interrupted.' : '')
  return `${counts.payloads} ${noun}: ${parts.join(', ') || 'none'}.${end}`
}
