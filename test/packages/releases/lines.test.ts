/** docs/release-lines.md contains the output of `tagwire diff`. `UPDATE=1` updates it. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { changesText, verdictText } from '../../../generator/src/cli/changes-text.js'
import { compareSpecs, diffResultOf } from '../../../generator/src/pipeline/diff.js'

const root = path.resolve(import.meta.dirname, '../../..')
const page = path.join(root, 'docs/release-lines.md')

/** A command on its own line, and the block with its output below it. */
const COMMAND = /^`tagwire diff (\S+) (\S+)`\n(?:\n```text\n[^`]*```\n)?/gm

test('the differences between release lines are printed as `tagwire diff` finds them', async () => {
  const text = readFileSync(page, 'utf8')
  const printed = new Map<string, string>()
  for (const [block, before = '', after = ''] of text.matchAll(COMMAND)) {
    const { changes } = diffResultOf(await compareSpecs(before, after, root))
    if (!changes) throw new Error(`${before} or ${after} has errors`)
    const result = `${changesText(changes, { color: false })}\n${verdictText(changes)}`
    const [command] = block.split('\n')
    printed.set(block, `${command}\n\n\`\`\`text\n${result}\n\`\`\`\n`)
  }
  expect(printed.size).toBe(3)
  const whole = text.replace(COMMAND, (block) => printed.get(block) ?? block)
  if (process.env.UPDATE) writeFileSync(page, whole)
  expect(readFileSync(page, 'utf8')).toBe(whole)
}, 60_000)
