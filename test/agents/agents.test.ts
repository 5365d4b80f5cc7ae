/* Each task has an answer that passes, and an answer that does nothing does not pass. */
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TASKS } from './tasks.js'
import { compiled, complaintsAbout, inThread, judge, prepare } from './try-answer.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = path.join(here, '.cache/all')

beforeAll(async () => {
  await prepare(folder)
  for (const { name } of TASKS) {
    copyFileSync(path.join(here, 'answers', `${name}.ts`), path.join(folder, `${name}.ts`))
  }
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('there is an answer for each task, and no other', () => {
  const answers = readdirSync(path.join(here, 'answers')).map((file) => path.basename(file, '.ts'))
  expect(answers.sort()).toEqual(TASKS.map(({ name }) => name).sort())
  expect(TASKS).toHaveLength(20)
})

test('the answers compile', { timeout: 60_000 }, async () => {
  expect(await compiled(folder)).toEqual([])
})

test.concurrent.each(TASKS)('$name', { timeout: 60_000 }, async (task) => {
  expect(await complaintsAbout(task, path.join(folder, `${task.name}.ts`), inThread)).toEqual([])
})

test.each(TASKS)('a program that does nothing does not pass $name', (task) => {
  expect(judge(task, { output: '' }, { requests: [], made: [], photos: [] })).not.toEqual([])
})
