import 'reflect-metadata'
import { Injectable, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { check } from './program'

@Injectable()
class Shop {
  answer(): Promise<string> {
    return check()
  }
}

@Module({ providers: [Shop] })
class App {}

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(App, { logger: ['error'] })
  console.log(await app.get(Shop).answer())
  await app.close()
}

void main()
