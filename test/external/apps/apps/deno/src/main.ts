import { check } from './program.ts'

console.log(await check())
