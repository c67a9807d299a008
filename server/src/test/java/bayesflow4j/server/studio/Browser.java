package bayesflow4j.server.studio;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window. */
final class Browser implements AutoCloseable {
    /** Why there are no browser tests where there is no browser. */
    static final String MISSING =
            "skipped: chromium and chromedriver are not installed (Debian: apt-get install chromium chromium-driver)";

    /** Long enough for a busy machine; nothing waits this long otherwise. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static boolean isInstalled() {
        return program("chromedriver").isPresent() && binary().isPresent();
    }

    private static Optional<Path> binary() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> program(name).stream())
                .findFirst();
    }

    private static Optional<Path> program(String name) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Browser open() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(binary().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--window-size=1360,1000");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program("chromedriver").orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    ChromeDriver driver() {
        return driver;
    }

    /** Shows a view of the page. */
    void view(String hash) {
        driver.executeScript("location.hash = arguments[0]", hash);
        await("the view " + hash, () -> hash.equals(script("return document.getElementById('view').dataset.at")));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** The first element that a selector finds, once it is there. */
    WebElement find(String selector) {
        await(selector, () -> !all(selector).isEmpty());
        return all(selector).getFirst();
    }

    /** Does something with the first element that a selector finds, again if the page replaced it meanwhile. */
    void with(String selector, Consumer<WebElement> action) {
        await(selector, () -> {
            action.accept(find(selector));
            return true;
        });
    }

    /** A condition that the page will meet. */
    @FunctionalInterface
    interface Condition {
        boolean holds();
    }

    void await(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!met(condition)) {
            if (System.nanoTime() > end)
                throw new AssertionError("waited for " + what + " in vain; the page shows\n"
                        + driver.findElement(By.tagName("body")).getText());
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** An element that was just replaced does not meet a condition yet. */
    private static boolean met(Condition condition) {
        try {
            return condition.holds();
        } catch (StaleElementReferenceException e) {
            return false;
        }
    }

    Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Light or dark, and how wide. */
    void appear(String scheme, int width) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** What the page complained about, such as a script that the content policy refused. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
