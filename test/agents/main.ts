import { copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TASKS } from './tasks.js'
import { compiled, complaintsAbout, prepare } from './try-answer.js'

/** `pnpm tool agents [TASK PROGRAM]`: the tasks, or whether a program does what one asks. */

const here = fileURLToPath(new URL('.', import.meta.url))
const [name, program] = process.argv.slice(2)
const task = TASKS.find((each) => each.name === name)

if (name === undefined) {
  for (const { name: of, asks } of TASKS) process.stdout.write(`${of}\n  ${asks}\n\n`)
  process.stdout.write(
    'pnpm tool agents TASK PROGRAM.ts says whether a program does what a task asks.\n',
  )
} else if (!task || program === undefined || !existsSync(program)) {
  const known = TASKS.map((each) => each.name).join(', ')
  process.stderr.write(`agents takes a task and the file of a program. Tasks: ${known}\n`)
  process.exitCode = 2
} else {
  const folder = path.join(here, '.cache/one')
  await prepare(folder)
  const copy = path.join(folder, 'main.ts')
  copyFileSync(program, copy)
  const complaints = [...(await compiled(folder)), ...(await complaintsAbout(task, copy))]
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`)
  process.stdout.write(
    complaints.length === 0 ? `${task.name}: done\n` : `${task.name}: not done\n`,
  )
  process.exitCode = complaints.length === 0 ? 0 : 1
  rmSync(folder, { recursive: true, force: true })
}
