import { beforeAll, describe, expect, it } from 'vitest'
import { type Complaint, complaintsOf, rejectedPrograms } from './compile.fixture.js'

describe('programs that must compile', () => {
  it('do, without a word', async () => {
    expect(await complaintsOf('accept')).toEqual([])
  })
})

describe('programs that must not compile', () => {
  const programs = rejectedPrograms()
  let complaints: readonly Complaint[] = []

  beforeAll(async () => {
    complaints = await complaintsOf('reject')
  })

  it('are there', () => {
    expect(programs.length).toBeGreaterThan(20)
  })

  it.each(programs)('$file: $code $fragment', ({ file, code, fragment, line }) => {
    const own = complaints.filter((each) => each.file === file)
    expect(own.map((each) => [each.line, each.code])).toEqual([[line, code]])
    expect(own[0]?.text).toContain(fragment)
  })
})
