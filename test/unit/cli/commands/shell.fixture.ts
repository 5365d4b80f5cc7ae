import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, type Run, run } from '../cli.fixture.js'

/**
 * Replaces tagwire in a script: passes the arguments on, and exits with the code of the response.
 */
const ASKS = `here=$1
shift
printf '%s\\n' "$@" > "$here/asked.part"
mv "$here/asked.part" "$here/asked"
while [ ! -e "$here/code" ]; do sleep 0.03; done
cat "$here/stdout"
cat "$here/stderr" >&2
exit "$(cat "$here/code")"
`

/** Runs a script that calls tagwire once; the command line runs in this process, and the script outside. */
export async function runScript(cwd: string, script: string, env: Environment): Promise<Run> {
  const here = mkdtempSync(path.join(tmpdir(), 'tagwire-shell-'))
  const at = (name: string): string => path.join(here, name)
  writeFileSync(at('ask.sh'), ASKS)
  const TAGWIRE = `sh ${at('ask.sh')} ${here}`
  const shell = spawn('bash', ['-e', '-c', script], {
    cwd,
    env: { ...process.env, TAGWIRE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    const ended = once(shell, 'close')
    const said = Promise.all([text(shell.stdout), text(shell.stderr)])
    while (!existsSync(at('asked')) && shell.exitCode === null) await sleep(10)
    if (existsSync(at('asked'))) {
      const answer = await run(cwd, readFileSync(at('asked'), 'utf8').trimEnd().split('\n'), env)
      writeFileSync(at('stdout'), answer.stdout)
      writeFileSync(at('stderr'), answer.stderr)
      writeFileSync(at('code.part'), String(answer.code))
      renameSync(at('code.part'), at('code'))
    }
    const [code] = await ended
    const [stdout, stderr] = await said
    return { code, stdout, stderr }
  } finally {
    shell.kill()
    rmSync(here, { recursive: true, force: true, maxRetries: 3 })
  }
}
