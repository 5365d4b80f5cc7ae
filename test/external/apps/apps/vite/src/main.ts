import { check } from './program'

console.log(await check())
