import { describe, expect, it } from 'vitest'
import { readRobotsVectors } from './robots-vectors.ts'

describe('the reader of robots.txt tests', () => {
  it('follows the texts of a C++ test', () => {
    const source = String.raw`
      TEST(Suite, ReadsJoinedTexts) {
        // "A comment; with a text"
        const absl::string_view file = "user-agent: a\n" "disallow: /x\n";
        std::string more = file;
        absl::StrAppend(&more, "allow: ", "/x/y\n");
        EXPECT_FALSE(IsUserAgentAllowed(file, "a", "https://a.example/x/y"));
        EXPECT_TRUE(IsUserAgentAllowed(
            more, "a", absl::StrCat("https://a.example", "/x/y")));
        EXPECT_TRUE(IsUserAgentAllowed(file, "a", ""));
      }
      TEST(Suite, Loops) {
        std::string file = "user-agent: a\n";
        while (file.size() < 9) absl::StrAppend(&file, "a");
        EXPECT_TRUE(IsUserAgentAllowed(file, "a", "https://a.example/"));
      }`
    const file = 'user-agent: a\ndisallow: /x\n'
    const url = 'https://a.example/x/y'
    expect(readRobotsVectors(source)).toEqual({
      vectors: [
        { test: 'ReadsJoinedTexts', robots: file, agent: 'a', url, allowed: false },
        { test: 'ReadsJoinedTexts', robots: `${file}allow: /x/y\n`, agent: 'a', url, allowed: true },
      ],
      skipped: 2,
    })
  })

  it('runs a Java test once for each row, and reads files', () => {
    const source = `
      @ParameterizedTest
      @CsvSource({ "True, /a, https://a.example/", //
                   "False, /, https://a.example/b" })
      void paths(boolean isAllowed, String path, String url) {
        String file = "User-agent: *" + CRLF + "Disallow: " + path;
        BaseRobotRules rules = createRobotRules("bot", file.getBytes(UTF_8), true);
        assertEquals(isAllowed, rules.isAllowed(url), "of " + path);
      }
      @Test
      void files() throws Exception {
        BaseRobotRules rules = createRobotRules("bot", readFile("/robots/one.txt"));
        assertTrue(rules.isAllowed("https://a.example/c"), "c");
        assertEquals(3, rules.getCrawlDelay());
      }`
    expect(readRobotsVectors(source, (name) => `text of ${name}`)).toEqual({
      vectors: [
        {
          test: 'paths',
          robots: 'User-agent: *\r\nDisallow: /a',
          agent: 'bot',
          url: 'https://a.example/',
          allowed: true,
        },
        {
          test: 'paths',
          robots: 'User-agent: *\r\nDisallow: /',
          agent: 'bot',
          url: 'https://a.example/b',
          allowed: false,
        },
        { test: 'files', robots: 'text of /robots/one.txt', agent: 'bot', url: 'https://a.example/c', allowed: true },
      ],
      skipped: 0,
    })
  })
})
