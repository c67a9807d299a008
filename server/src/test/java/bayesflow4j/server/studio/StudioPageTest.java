package bayesflow4j.server.studio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.models.Influenza;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.training.Trainer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The studio's page in a real browser. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StudioPageTest {
    private static final String CSV = IntStream.range(0, 14)
            .mapToObj(t -> Integer.toString((int) Influenza.OBSERVED.at(t, 0)))
            .collect(Collectors.joining("\n", "in_bed\n", "\n"));
    private static final String INFER = "#/infer?network=flu.safetensors";

    private static final String POINT = "#data-figure circle[data-key='0-0-5']";
    private static final long PATIENCE = 5_000_000_000L;

    /** Drops a file on the page as a user would. */
    private static final String DROP = """
            const data = new DataTransfer();
            data.items.add(new File([arguments[0]], "mine.csv", {type: "text/csv"}));
            document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true}));
            """;

    @TempDir
    private static Path folder;

    private static StudioServer studio;
    private static Browser browser;

    @BeforeAll
    static void open() {
        assumeTrue(Browser.isInstalled(), Browser.MISSING);
        EstimatorFile.write(
                Trainer.of(Models.named("influenza")).withSteps(20).train(), folder.resolve("flu.safetensors"));
        studio = StudioServer.start(folder, Set.of(), 0, line -> {});
        browser = Browser.open();
        browser.driver().get(studio.address().toString());
        browser.find(".hero");
    }

    @AfterAll
    static void close() {
        if (browser != null) browser.close();
        if (studio != null) studio.close();
    }

    @AfterEach
    void thePageComplainedAboutNothing() {
        if (browser != null) assertEquals(List.of(), browser.complaints());
    }

    private static String path(String selector) {
        return String.valueOf(browser.script(
                "return [...document.querySelectorAll(arguments[0])].map(p => p.getAttribute('d')).join(' ')",
                selector));
    }

    private static String summary() {
        return browser.find("#summary").getText();
    }

    @Test
    void anEmptyDirectoryOffersModelsAndTheSchool(@TempDir Path empty) {
        try (StudioServer other = StudioServer.start(empty, Set.of(), 0, line -> {})) {
            browser.driver().get(other.address().toString());
            assertTrue(browser.find(".hero").getText().contains("Train on a school outbreak"));
            assertTrue(browser.all(".cards .card").size() >= 8);
        } finally {
            browser.driver().get(studio.address().toString());
            browser.find(".hero");
        }
    }

    @Test
    void dataFollowTheSliderOfAParameter() {
        browser.view("#/model?model=influenza&school=1");
        WebElement slider = browser.find("input[data-parameter=beta]");
        browser.await("data", () -> path(".figure svg path").length() > 500);
        String before = path(".figure svg path");
        slider.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.PAGE_UP);
        browser.await("other data", () -> !path(".figure svg path").equals(before));
        assertTrue(browser.find(".side").getText().contains("school outbreak"));
    }

    private static void drag() {
        browser.with(
                POINT,
                point -> new Actions(browser.driver())
                        .clickAndHold(point)
                        .moveByOffset(0, 40)
                        .moveByOffset(0, 60)
                        .release()
                        .perform());
    }

    @Test
    void droppedDataHaveAPosteriorThatFollowsADraggedPoint() {
        browser.view(INFER);
        browser.find(".drop");
        browser.script(DROP, CSV);
        browser.await("a posterior", () -> summary().contains("β"));
        assertTrue(browser.all(".notice").getLast().getText().contains("train"));
        String before = summary();
        String curve = path("#marginals path");
        drag();
        // Predictions that arrive meanwhile redraw the points; whoever held one takes it again.
        long[] next = {System.nanoTime() + PATIENCE};
        browser.await("another posterior", () -> {
            if (!summary().equals(before)) return true;
            if (System.nanoTime() > next[0]) {
                drag();
                next[0] = System.nanoTime() + PATIENCE;
            }
            return false;
        });
        assertNotEquals(curve, path("#marginals path"));
        browser.await(
                "the mark of a change", () -> browser.find(".chip").getText().contains("changed"));
        browser.with("#undo", WebElement::click);
        browser.await("the posterior before", () -> summary().equals(before));
        browser.with(POINT, point -> point.sendKeys(Keys.ARROW_DOWN));
        browser.await(
                "the focus to stay", () -> "0-0-5".equals(browser.script("return document.activeElement.dataset.key")));
        browser.await("another posterior by keys", () -> !summary().equals(before));
    }

    @Test
    void aCheckShowsTheVerdictAndAPointItsDataSet() {
        browser.view("#/check?network=flu.safetensors");
        browser.find("#run-check").click();
        assertTrue(browser.find("#verdict").getText().contains("posteriors"));
        browser.find("circle.dataset");
        browser.script(
                "document.querySelector('circle.dataset').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
        assertTrue(browser.find("dialog").getText().contains("Data set 0"));
        browser.find("dialog button").click();
        browser.await("the dialog to close", () -> browser.all("dialog").isEmpty());
    }

    @Test
    void aRunSurvivesAReloadAndMakesANetwork() {
        browser.view("#/train?model=gmm");
        browser.find("#run-unit");
        browser.script("const unit = document.getElementById('run-unit'); unit.value = 'steps';"
                + " unit.dispatchEvent(new Event('change'))");
        WebElement amount = browser.find("#run-amount");
        amount.clear();
        amount.sendKeys("60");
        browser.await(
                "a name",
                () -> browser.find("#run-name").getDomProperty("value").equals("gmm"));
        browser.find("#start-run").click();
        browser.find("[data-run=gmm]");
        browser.driver().navigate().refresh();
        browser.await(
                "the end of the run",
                () -> browser.find("[data-run=gmm] .badge").getText().equals("done"));
        assertTrue(Files.exists(folder.resolve("gmm.safetensors")));
    }

    @Test
    void keysChangeTheViewAndNothingOverflowsAPhone() {
        for (String scheme : List.of("light", "dark")) {
            browser.appear(scheme, 390);
            for (String view : List.of("1", "2", "3", "4")) {
                browser.find("body").sendKeys(view);
                String name = List.of("model", "train", "check", "infer").get(Integer.parseInt(view) - 1);
                browser.find("main[data-shown=" + name + "]");
                assertEquals(
                        browser.script("return innerWidth"),
                        browser.script("return document.documentElement.scrollWidth"),
                        name);
            }
            assertEquals(
                    scheme.equals("dark") ? "rgb(13, 17, 23)" : "rgb(255, 255, 255)",
                    browser.script("return getComputedStyle(document.body).backgroundColor"));
        }
        browser.appear("light", 1360);
    }
}
