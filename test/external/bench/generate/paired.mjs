import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cache, median, run, table } from './run.mjs'

const TINY = {
  openapi: '3.1.0',
  info: { title: 'Tiny', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'pet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'A pet.' } },
      },
    },
  },
}

/**
 * The generators of this tree and of another one, which is built, in turns on the same documents: CPU seconds, which hold
 * on a busy machine too, and memory. The ratio is that of the medians.
 */
export async function paired(rounds, repository, other, documents) {
  const programs = [other, repository].map((tree) => path.join(tree, 'generator/dist/main.js'))
  for (const program of programs)
    if (!existsSync(program)) throw new Error(`${program} is not built`)
  mkdirSync(cache, { recursive: true })
  const tiny = path.join(cache, 'tiny.json')
  writeFileSync(tiny, JSON.stringify(TINY))
  const all = {
    '300 bytes': tiny,
    // Those of the other tree, because it may not know the words of this one's.
    routing: path.join(other, 'spec/routing/openapi.yaml'),
    'node-rpc': path.join(other, 'spec/node-rpc/openrpc.yaml'),
    ...documents,
  }
  const rows = []
  for (const [name, document] of Object.entries(all)) {
    if (!existsSync(document)) continue
    const figures = await inTurns(rounds, programs, (program, folder) => {
      rmSync(folder, { recursive: true, force: true })
      rmSync(path.join(cache, '.tagwire'), { recursive: true, force: true })
      return [
        program,
        'generate',
        '--quiet',
        '--spec',
        document,
        '--out',
        folder,
        '--name',
        '@bench/paired',
      ]
    })
    rows.push([name, ...cells(figures)])
  }
  for (const index of programs.keys())
    rmSync(`${folderOf(index)}-idle`, { recursive: true, force: true })
  const idle = await inTurns(rounds, programs, (program, folder) => {
    return [
      program,
      'generate',
      '--quiet',
      '--spec',
      tiny,
      '--out',
      `${folder}-idle`,
      '--name',
      '@bench/paired',
    ]
  })
  rows.push(['nothing to do', ...cells(idle)])
  return table(['document', 'CPU s before', 'now', 'ratio', 'MB before', 'now', 'ratio'], rows)
}

function folderOf(index) {
  return path.join(cache, `paired-${index}`)
}

/** The runs of each program; the first of them is not counted. */
async function inTurns(rounds, programs, argsOf) {
  const found = programs.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, program] of programs.entries()) {
      const result = await run(argsOf(program, folderOf(index)))
      if (result.code !== 0) throw new Error(`${program}: ${result.output}`)
      if (round > 0) found[index].push(result)
    }
  }
  return found
}

function cells([before, now]) {
  return ['cpu', 'mb'].flatMap((figure) => {
    const [was, is] = [before, now].map((runs) => median(runs.map((each) => each[figure])))
    const digits = figure === 'mb' ? 0 : 2
    return [was.toFixed(digits), is.toFixed(digits), (is / was).toFixed(3)]
  })
}
