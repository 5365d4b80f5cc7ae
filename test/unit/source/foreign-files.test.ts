import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { locatorOf, printDiagnostic } from '../../../generator/src/diagnostics/print.js'
import { type ReadOptions, readModel } from '../../../generator/src/pipeline/read-model.js'

/** A `$ref` in an untrusted document can name any file; what is no description is never quoted. */

const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-foreign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OUTSIDE: Readonly<Record<string, string>> = {
  passwd: 'root:x:0:0:hunter2:/root:/bin/sh\n',
  'broken.env': 'TOKEN=hunter2\n: [hunter2',
  'broken.json': '{ "password": hunter2 }',
  'secret.yaml': 'password: hunter2\ndb: { type: hunter2, password: hunter2 }\n',
  'key.json': '{ "type": "service_account", "private_key": "hunter2" }',
  'list.yaml': '- hunter2\n',
  'empty.yaml': '',
}

for (const [name, text] of Object.entries(OUTSIDE)) writeFileSync(path.join(folder, name), text)
const own = path.join(folder, 'project', 'api')
mkdirSync(own, { recursive: true })

async function messagesFor(ref: string, cwd = own, options: ReadOptions = {}): Promise<string[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Refers', version: '1' },
    components: { schemas: { A: { $ref: ref }, B: { $ref: '../types.yaml#/B' } } },
  }
  writeFileSync(path.join(own, 'api.json'), JSON.stringify(document))
  writeFileSync(path.join(own, '../types.yaml'), 'B: { type: string, minLength: none }\n')
  const read = await readModel(path.join(own, 'api.json'), cwd, options)
  return read.diagnostics.map((each) =>
    printDiagnostic(each, locatorOf(read.document), { color: false }),
  )
}

test.each(Object.keys(OUTSIDE))('%s is refused without a word of its text', async (name) => {
  for (const fragment of ['', '#/password', '#/db', '#/0', '#/type']) {
    const [message, other, ...more] = await messagesFor(`../../${name}${fragment}`)
    expect(more).toEqual([])
    expect(message).toContain('error TW1004')
    expect(message).toContain(`${name} is outside of the document's folder and not a description`)
    expect(message).not.toContain('hunter2')
    // The others are read all the same: a description may stand elsewhere, and is shown.
    expect(other).toContain('../types.yaml:1:20 warning TW2005')
    expect(other).toContain('1 | B: { type: string, minLength: none }')
  }
})

test('a file below the working directory is shown: it belongs to the project', async () => {
  const [message] = await messagesFor('../../passwd', folder)
  expect(message).toContain('passwd:1:1 error TW2005')
  expect(message).toContain('hunter2')
})

test('nothing is fetched for the references of a file that is refused', async () => {
  const link = 'a: { b: { c: { $ref: "https://a.example/hunter2" } } }\n'
  writeFileSync(path.join(folder, 'link.yaml'), link)
  const calls: string[] = []
  const network = {
    resolve: async (host: string) => {
      calls.push(host)
      return []
    },
    get: () => Promise.reject(new TypeError('no answer')),
  }
  const [message] = await messagesFor('../../link.yaml#/a', own, { allowRemote: true, network })
  expect(message).toContain("link.yaml is outside of the document's folder and not a description")
  expect(calls).toEqual([])
})

test('a device does not keep the run busy', async () => {
  const [message] = await messagesFor('/dev/zero')
  expect(message).toContain('there is no readable file')
})
