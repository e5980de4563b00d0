// A coding agent to start from. It keeps the first three promises of s01; the fourth one is yours.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

type object = map[string]any

var schema = object{"type": "object", "properties": object{"command": object{"type": "string"}}, "required": []string{"command"}}
var bash = object{"name": "bash", "description": "Run a shell command.", "input_schema": schema}
var headers = http.Header{"Content-Type": {"application/json"}, "Anthropic-Version": {"2023-06-01"}, "X-Api-Key": {os.Getenv("ANTHROPIC_API_KEY")}}

func ask(messages []object) (content []object, err error) {
	folder, _ := os.Getwd()
	body, _ := json.Marshal(object{"model": os.Getenv("MODEL_ID"), "max_tokens": 8000, "messages": messages,
		"system": "You are a coding agent. You work in " + folder + ".", "tools": []object{bash}})
	request, _ := http.NewRequest("POST", os.Getenv("ANTHROPIC_BASE_URL")+"/v1/messages", bytes.NewReader(body))
	request.Header = headers
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var reply struct{ Content []object }
	if json.Unmarshal(text, &reply) != nil || response.StatusCode != 200 {
		return nil, fmt.Errorf("%s", text)
	}
	return reply.Content, nil
}

func run(call object) object {
	output, _ := exec.Command("bash", "-c", call["input"].(object)["command"].(string)).CombinedOutput()
	return object{"type": "tool_result", "tool_use_id": call["id"], "content": strings.TrimRight(string(output), "\n")}
}

func turn(messages []object) []object {
	for {
		content, err := ask(messages)
		if err != nil {
			fmt.Println(err)
			return messages
		}
		messages = append(messages, object{"role": "assistant", "content": content})
		var results []object
		for _, block := range content {
			if block["type"] == "text" {
				fmt.Println(block["text"])
			} else if block["type"] == "tool_use" && len(results) == 0 { // promise 4: a reply may hold several calls
				results = append(results, run(block))
			}
		}
		if len(results) == 0 {
			return messages
		}
		messages = append(messages, object{"role": "user", "content": results})
	}
}

func main() {
	var history []object
	fmt.Print("agent> ")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); fmt.Print("agent> ") {
		history = turn(append(history, object{"role": "user", "content": lines.Text()}))
	}
}
