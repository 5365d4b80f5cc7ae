import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Signals } from '../../../../generator/src/cli/host.js'
import { run as runCommand } from '../../../../generator/src/cli/run.js'
import { createProject, type Project, run } from '../cli.fixture.js'

const SPEC = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    post:
      operationId: addPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      requestBody:
        content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
      responses:
        '200':
          description: Added.
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components:
  schemas:
    Pet: { type: object, required: [id], properties: { id: { type: integer }, apiKey: { type: string } } }
`

let project: Project
let upstream: Server
let sockets: WebSocketServer
let to: string

beforeAll(async () => {
  project = createProject({ 'openapi.yaml': SPEC })
  upstream = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=abcdef' })
      const id = incoming.url === '/v1/pets/odd?token=top-secret' ? 'seven' : 7
      response.end(JSON.stringify({ id, apiKey: 'sk_live_12345678', note: 'me@example.com' }))
    })
  })
  sockets = new WebSocketServer({ server: upstream })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      socket.send(JSON.stringify({ echo: JSON.parse(String(data)), password: 'hunter2' }))
    })
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  to = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`
})

afterAll(async () => {
  sockets.close()
  upstream.closeAllConnections()
  upstream.close()
  await project.remove()
})

interface Recording {
  readonly port: number
  readonly stop: () => void
  readonly ended: Promise<{ code: number; text: string }>
}

/** The command, which runs until Ctrl-C. */
async function startRecording(...args: readonly string[]): Promise<Recording> {
  let text = ''
  let stop = (): void => undefined
  const signals: Signals = {
    listen: (listener) => {
      stop = () => listener('SIGINT')
      return () => undefined
    },
    raise: () => undefined,
  }
  let resolve = (_: number): void => undefined
  const said = new Promise<number>((settle) => {
    resolve = settle
  })
  const write = (part: string): void => {
    text += part
    const port = /Recording http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
    if (port !== undefined) resolve(Number(port))
  }
  const host = { cwd: project.folder, env: {}, stdout: { write }, stderr: { write }, signals }
  const ended = runCommand(host, ['probe', 'openapi.yaml', '--record', '--port', '0', ...args])
  const done = ended.then((code) => ({ code, text }))
  const port = await Promise.race([said, done.then(() => Promise.reject(new Error(text)))])
  return { port, stop: () => stop(), ended: done }
}

describe('recording', () => {
  test('forwards everything, records it without secrets, and compares it at the end', async () => {
    const recording = await startRecording('--to', to, '--har', 'recorded/pets.har')
    const post = { method: 'POST', body: JSON.stringify({ name: 'Rex', password: 'p4ss' }) }
    const headers = { authorization: 'Bearer abc', 'content-type': 'application/json' }
    const base = `http://127.0.0.1:${recording.port}`
    const answer = await fetch(`${base}/pets/7`, { ...post, headers })
    expect(await answer.json()).toEqual({
      id: 7,
      apiKey: 'sk_live_12345678',
      note: 'me@example.com',
    })
    await (await fetch(`${base}/pets/odd?token=top-secret`, { ...post, headers })).text()
    recording.stop()
    const { code, text } = await recording.ended

    expect(code).toBe(1)
    expect(text).toContain('Wrote recorded/pets.har: 2 exchanges')
    expect(text).toContain('/id')
    const har = project.read('recorded/pets.har')
    for (const secret of ['abc', 'p4ss', 'sk_live', 'me@example.com', 'top-secret', 'abcdef']) {
      expect(har).not.toContain(secret)
      expect(text).not.toContain(secret)
    }
    expect(har).toContain('Rex')
    const again = await run(project.folder, ['probe', 'openapi.yaml', '--samples', 'recorded'])
    expect(again.stdout).toContain('/id')
  })

  test('records socket messages, in both directions and in fragments', async () => {
    const recording = await startRecording('--to', to, '--har', 'socket.har')
    const socket = new WebSocket(`ws://127.0.0.1:${recording.port}/socket`)
    await once(socket, 'open')
    const long = 'x'.repeat(70_000)
    socket.send(JSON.stringify({ id: 1, secret: 'quiet', long }))
    const [answer] = await once(socket, 'message')
    expect(JSON.parse(String(answer))).toEqual({
      echo: { id: 1, secret: 'quiet', long },
      password: 'hunter2',
    })
    socket.close()
    await once(socket, 'close')
    recording.stop()
    await recording.ended
    const { log } = JSON.parse(project.read('socket.har'))
    const [entry] = log.entries
    expect(entry.response.status).toBe(101)
    const messages: { type: string; data: string }[] = entry._webSocketMessages
    expect(messages.map(({ type }) => type)).toEqual(['send', 'receive'])
    expect(messages.map(({ data }) => JSON.parse(data))).toEqual([
      { id: 1, secret: '***', long },
      { echo: { id: 1, secret: '***', long }, password: '***' },
    ])
  })

  test('a page of another origin cannot use it, and an unreachable server is reported', async () => {
    const recording = await startRecording('--to', 'http://127.0.0.1:1')
    const { port } = recording
    const foreign = request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }).end()
    const [refused] = await once(foreign, 'response')
    expect(refused.resume().statusCode).toBe(403)
    const away = await fetch(`http://127.0.0.1:${port}/pets/7`)
    expect(away.status).toBe(502)
    expect(await away.text()).toContain('http://127.0.0.1:1 did not respond')
    recording.stop()
    const { code, text } = await recording.ended
    expect(code).toBe(1)
    expect(text).toContain('Nothing was recorded.')
  })

  test.each([
    [['--record'], '--record requires --to URL'],
    [['--record', '--to', 'nowhere'], '--to must be an address such as'],
    [['--record', '--to', 'ftp://a.example'], '--to must be an http'],
    [['--record', '--to', 'http://a.example', '--port', 'x'], '--port must be a number'],
    [['--record', '--to', 'http://a.example', '--samples', 'x'], '--record cannot be combined'],
  ])('%j is a mistake', async (args, message) => {
    const { code, stderr } = await run(project.folder, ['probe', 'openapi.yaml', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
