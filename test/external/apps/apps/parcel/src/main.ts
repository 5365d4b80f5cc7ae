import { check } from './program'

check().then((answer) => console.log(answer))
