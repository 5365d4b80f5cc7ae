import { StatusBar } from 'expo-status-bar'
import { useEffect, useState } from 'react'
import { Text, View } from 'react-native'
import { check } from './src/program'

export default function App() {
  const [answer, setAnswer] = useState('')
  useEffect(() => {
    check().then(setAnswer)
  }, [])
  return (
    <View>
      <Text testID="answer">{answer}</Text>
      <StatusBar style="auto" />
    </View>
  )
}
