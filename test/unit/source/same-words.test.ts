import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readModel } from '../../../generator/src/pipeline/read-model.js'

test('schemas with the same name are distinguished by their folders', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tagwire-words-'))
  try {
    const properties = Object.fromEntries(
      ['red', 'blue', 'green'].map((colour) => {
        mkdirSync(path.join(folder, colour))
        const text = JSON.stringify({ type: 'object', properties: { [colour]: {} } })
        writeFileSync(path.join(folder, colour, 'paint.json'), text)
        return [colour, { $ref: `${colour}/paint.json` }]
      }),
    )
    const document = { $defs: { Box: { type: 'object', properties } } }
    writeFileSync(path.join(folder, 'box.json'), JSON.stringify(document))
    const { model, diagnostics } = await readModel('box.json', folder)
    expect(diagnostics).toEqual([])
    const names = model?.declarations.map((each) => each.name)
    expect(names).toEqual(['Box', 'Paint', 'BluePaint', 'GreenPaint'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
