import { spawnSync } from 'node:child_process'

/** By oasdiff's numbers of levels: errors break, warnings may break. */
const LEVELS = ['none', 'info', 'warning', 'error']

/**
 * The worst level that oasdiff reports for a pair, with its rules of that level; `undefined` if it cannot
 * read the pair.
 */
export function changelogOf(program, before, after, cwd) {
  const args = ['changelog', before, after, '--format', 'json']
  const { stdout, status } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) return undefined
  // Whether the version was raised says nothing about callers.
  const changes = (stdout.trim() === '' ? [] : (JSON.parse(stdout) ?? [])).filter(
    ({ id }) => !id.startsWith('api-version'),
  )
  const worst = Math.max(0, ...changes.map((each) => each.level))
  const rules = changes.filter((each) => each.level === worst).map((each) => each.id)
  return { level: LEVELS[worst] ?? 'none', rules: [...new Set(rules)] }
}
