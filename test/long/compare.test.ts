import { expect, test } from 'vitest'
import { compareSpecs } from '../../generator/src/pipeline/diff.js'
import { goldenCases } from '../golden/cases.js'

const good = goldenCases.filter(({ name }) => !name.startsWith('bad-'))

test.each(good)('$name can be compared with every other golden document', async (golden) => {
  const spec = `${golden.folder}/${golden.spec}`
  for (const other of good) {
    const { changes } = await compareSpecs(spec, `${other.folder}/${other.spec}`, golden.folder)
    if (other === golden) expect(changes).toEqual([])
    else expect(changes?.length, `${golden.name} and ${other.name}`).toBeGreaterThan(0)
  }
})
