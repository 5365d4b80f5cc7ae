// Compares the verdicts of `tagwire diff` with those of oasdiff on pairs of documents, on demand:
//   node test/external/peers/oasdiff/main.mjs OASDIFF FOLDER
// OASDIFF is the program (go install github.com/oasdiff/oasdiff@latest), FOLDER has pairs that are called
// X_base.yaml and X_revision.yaml, as `data/checker` of oasdiff's repository. Prints a table in Markdown.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { diff } from '../../../../generator/dist/index.js'
import { changelogOf } from './changelog.mjs'

const [program, folder] = process.argv.slice(2)
if (program === undefined || folder === undefined) {
  process.stderr.write('Usage: main.mjs OASDIFF FOLDER\n')
  process.exit(2)
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

/** Pairs that differ in the same way, most of them first. */
const groups = new Map()
const unique = (ids) => [...new Set(ids)].map((id) => `\`${id}\``).join(' ') || 'none'

const rows = []
let same = 0
let compared = 0
for (const before of readdirSync(folder).sort()) {
  const [, name] = /^(.*)_base\.ya?ml$/.exec(before) ?? []
  const after = before.replace('_base', '_revision')
  if (name === undefined || !existsSync(path.join(folder, after))) continue
  const [theirs, ours] = [
    changelogOf(program, before, after, folder),
    await tagwireOf(before, after),
  ]
  if (!theirs || !ours) {
    rows.push(
      `| 1 | ${theirs?.level ?? 'cannot read'} | ${ours?.verdict ?? 'cannot read'} | ${name} |`,
    )
    continue
  }
  compared++
  if ((theirs.level === 'error') === (ours.verdict === 'breaking')) same++
  else {
    const told = `${theirs.level}: ${unique(theirs.rules)} | ${ours.verdict}: ${unique(ours.ids)}`
    groups.set(told, [...(groups.get(told) ?? []), name])
  }
}
for (const [told, names] of [...groups].sort(([, left], [, right]) => right.length - left.length)) {
  rows.push(`| ${names.length} | ${told} | ${names.slice(0, 3).join(', ')} |`)
}
const unread = rows.length - groups.size
process.stdout.write(
  `${same} of ${compared} pairs have the same answer to "does it break callers?"; ${unread} cannot be read.\n\n`,
)
process.stdout.write(
  `| pairs | oasdiff | tagwire | as |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
)
