import { createTwoFilesPatch } from 'diff'

/**
 * Of a longer edit, only the beginning is shown, because finding the shortest edit would take
 * seconds.
 */
const MAX_EDITS = 300
/** The maximum number of lines of a patch at a terminal. */
const MAX_LINES = 200
const CONTEXT = 4

/** A unified diff with bounded cost: the first hunks, and how much is left. */
export function boundedPatch(name: string, before: string, after: string): string {
  const old = before.split('\n')
  const now = after.split('\n')
  const start = commonStart(old, now)
  const end = commonEnd(old, now, start)
  const [removed, added] = [old.length - end - start, now.length - end - start]
  const patch =
    removed + added > MAX_EDITS * 20
      ? undefined
      : createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, '', '', {
          context: CONTEXT,
          maxEditLength: MAX_EDITS,
        })
  if (patch === undefined) return beginning(name, old, now, start, [removed, added])
  const lines = patch.replace(/^=+\n/, '').split('\n')
  if (lines.length <= MAX_LINES) return lines.join('\n')
  const left = lines.slice(MAX_LINES).filter((line) => /^[+-]/.test(line)).length
  return [...lines.slice(0, MAX_LINES), `… and ${left} changed lines more`, ''].join('\n')
}

/** The first lines that differ, and the number of all. */
function beginning(
  name: string,
  old: readonly string[],
  now: readonly string[],
  start: number,
  [removed, added]: readonly [number, number],
): string {
  const first = Math.max(0, start - CONTEXT)
  const context = old.slice(first, start)
  const removedLines = old.slice(start, start + Math.min(removed, MAX_LINES / 4))
  const addedLines = now.slice(start, start + Math.min(added, MAX_LINES / 4))
  const [left, right] = [context.length + removedLines.length, context.length + addedLines.length]
  return [
    `--- a/${name}`,
    `+++ b/${name}`,
    `@@ -${first + 1},${left} +${first + 1},${right} @@`,
    ...context.map((line) => ` ${line}`),
    ...removedLines.map((line) => `-${line}`),
    ...addedLines.map((line) => `+${line}`),
    `… the files differ from line ${start + 1} on, for ${removed} lines before and ${added} after`,
    '',
  ].join('\n')
}

function commonStart(old: readonly string[], now: readonly string[]): number {
  let at = 0
  while (at < old.length && at < now.length && old[at] === now[at]) at++
  return at
}

function commonEnd(old: readonly string[], now: readonly string[], start: number): number {
  let length = 0
  const most = Math.min(old.length, now.length) - start
  while (length < most && old[old.length - 1 - length] === now[now.length - 1 - length]) length++
  return length
}

/**
 * Whether only formatting differs: white space, line ends, quotes, semicolons, and optional commas
 * and brackets.
 */
export function differsInFormOnly(before: string, after: string): boolean {
  return plain(before) === plain(after)
}

function plain(text: string): string {
  return text.replaceAll(/[\s;,()|]+/g, '').replaceAll(/["`]/g, "'")
}
