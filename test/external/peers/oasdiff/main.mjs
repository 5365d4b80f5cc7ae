// Compares the verdicts of `tagwire diff` with those of oasdiff on pairs of documents, on demand:
//   node test/external/peers/oasdiff/main.mjs OASDIFF FOLDER
// OASDIFF is the program (go install github.com/oasdiff/oasdiff@latest), FOLDER has pairs that are called
// X_base.yaml and X_revision.yaml, as `data/checker` of oasdiff's repository. Prints a table in Markdown.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { diff } from '../../../../generator/dist/index.js'

const [program, folder] = process.argv.slice(2)
if (program === undefined || folder === undefined) {
  process.stderr.write('Usage: main.mjs OASDIFF FOLDER\n')
  process.exit(2)
}

/** oasdiff's levels: 3 breaks, 2 may break, 1 does not. */
function oasdiffOf(before, after) {
  const args = ['changelog', before, after, '--format', 'json']
  const { stdout, status } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) return undefined
  const changes = stdout.trim() === '' ? [] : JSON.parse(stdout)
  const worst = Math.max(0, ...(changes ?? []).map((each) => each.level))
  const ids = (changes ?? []).filter((each) => each.level === worst).map((each) => each.id)
  return { verdict: ['none', 'additive', 'warning', 'breaking'][worst] ?? 'none', ids }
}

async function tagwireOf(before, after) {
  const { changes } = await diff(before, after, { cwd: folder })
  if (!changes) return undefined
  const worst = ['breaking', 'additive', 'docs'].find((each) =>
    changes.some((it) => it.class === each),
  )
  const ids = changes.filter((each) => each.class === worst).map((each) => each.kind)
  return { verdict: worst ?? 'none', ids }
}

const unique = (ids) => [...new Set(ids)].map((id) => `\`${id}\``).join(' ') || 'none'

const rows = []
let same = 0
let compared = 0
for (const before of readdirSync(folder).sort()) {
  const [, name] = /^(.*)_base\.ya?ml$/.exec(before) ?? []
  const after = before.replace('_base', '_revision')
  if (name === undefined || !existsSync(path.join(folder, after))) continue
  const [theirs, ours] = [oasdiffOf(before, after), await tagwireOf(before, after)]
  if (!theirs || !ours) {
    rows.push(
      `| ${name} | ${theirs ? theirs.verdict : 'cannot read'} | ${ours ? ours.verdict : 'cannot read'} |`,
    )
    continue
  }
  compared++
  if ((theirs.verdict === 'breaking') === (ours.verdict === 'breaking')) same++
  else
    rows.push(
      `| ${name} | ${theirs.verdict}: ${unique(theirs.ids)} | ${ours.verdict}: ${unique(ours.ids)} |`,
    )
}
process.stdout.write(
  `${same} of ${compared} pairs have the same answer to "does it break callers?".\n\n`,
)
process.stdout.write(`| pair | oasdiff | tagwire |\n| --- | --- | --- |\n${rows.join('\n')}\n`)
